import {
  accepted,
  type Administrator,
  exportedPages,
  invalidField,
  KlaError,
  type ListCursor,
  listCursor,
} from '@kla/chassis'
import type { Ban as BanMessage, LiftAllBansResponse, ListBansRequest, Member } from '@kla/proto'
import { BAN_REASON_MAX, BAN_SCOPES, EXPORT_ROWS_MAX } from '@kla/proto/web'
import type { AuditEntry, AuditRecorder } from '../audit/index.js'
import { eraseAfter, type Retention } from '../retention/index.js'
import type { Accounts } from '../shared/clients.js'
import { readNote, threadToProto } from '../shared/notes.js'
import { type AuditedBy, auditedBy, type ModerationHandlers, refuseOwn, seenVersions } from '../shared/rpc.js'
import { choice, isId, plainText, rowsFrom } from '../shared/rules.js'
import type { BanChanges, BanDone, NotDone } from './changes.js'
import type { Relay } from './relay.js'
import { type Ban, isInForce, LIFTED_ALL, longest, orderBan, readExpected } from './rules.js'
import type { BanFilter, BanStore } from './store.js'

interface RpcDeps {
  readonly changes: BanChanges
  readonly store: Pick<BanStore, 'find' | 'list' | 'count' | 'inForce'>
  readonly relay: Pick<Relay, 'publish'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly retention: Retention
  readonly now: () => number
}

type Handlers = Pick<
  ModerationHandlers,
  | 'createBan'
  | 'liftBan'
  | 'liftAllBans'
  | 'deleteBan'
  | 'addBanNote'
  | 'getBan'
  | 'listBans'
  | 'exportBans'
  | 'findActiveBan'
  | 'listOwnBans'
>

export const banHandlers = ({ changes, store, relay, accounts, audit, retention, now }: RpcDeps): Handlers => ({
  /** Idempotent. Errors: INVALID_FIELD, EVIDENCE_INVALID, NO_SUCH_ACCOUNT, ALREADY_BANNED, CHANGED_MEANWHILE. */
  async createBan({ userId, evidenceJson, expected: given, ...rest }, call) {
    const administrator = await call.administrator('bans.set')
    const order = accepted(orderBan({ ...rest, accountId: userId, evidence: evidenceJson }))
    const expected = given && accepted(readExpected(given))
    refuseOwn(administrator, order.accountId)
    const account = await accounts.find(order.accountId, call)
    if (!account) throw new KlaError('NO_SUCH_ACCOUNT')

    const by = auditedBy(administrator, call, now)
    const ban = await changes.set(order, { by: administrator, atMs: by.atMs, expected }, (set, done) =>
      banAudit(by, ACTIONS[done.kind], set, {
        duration_ms: order.durationMs,
        ...(done.kind === 'replaced' && { replaced: done.replaced.id }),
      }),
    )
    if (typeof ban === 'string') throw notDone(ban)
    await relay.publish(ban.accountId, call)
    call.log.info({ banId: ban.id, accountId: ban.accountId, scope: ban.scope, by: administrator.id }, 'ban set')
    return banToProto(ban, new Map([[account.id, account]]))
  },

  /** Idempotent. Errors: INVALID_FIELD, BAN_NOT_FOUND, CHANGED_MEANWHILE. */
  async liftBan({ id, liftReason, version }, call) {
    const administrator = await call.administrator('bans.lift')
    const reason = accepted(plainText(liftReason, BAN_REASON_MAX, 'liftReason'))
    await refuseOwnBan(administrator, id, store)
    const by = auditedBy(administrator, call, now)
    const ban = await changes.lift(id, reason, { by: administrator, atMs: by.atMs, version }, (lifted) =>
      banAudit(by, 'bans.lift', lifted),
    )
    if (ban === 'changed-meanwhile') throw new KlaError('CHANGED_MEANWHILE')
    if (!ban) throw new KlaError('BAN_NOT_FOUND')
    await relay.publish(ban.accountId, call)
    return banToProto(ban, await accounts.known([ban.accountId], call))
  },

  /** Idempotent within a request. Lifts the bans in force, of one scope or all. Errors: INVALID_FIELD. */
  async liftAllBans({ userId: accountId, scope: given, liftReason, seen: known }, call): Promise<LiftAllBansResponse> {
    const administrator = await call.administrator('bans.lift')
    const reason = accepted(plainText(liftReason, BAN_REASON_MAX, 'liftReason'))
    const scope = given === '' ? undefined : accepted(choice(BAN_SCOPES, given, 'scope'))
    if (!isId(accountId)) throw invalidField('userId')
    refuseOwn(administrator, accountId)

    const by = auditedBy(administrator, call, now)
    const seen = known && seenVersions(known)
    const outcome = await changes.liftAll(
      { accountId, scope, reason },
      { by: administrator, atMs: by.atMs, seen, requestId: call.requestId },
      (all) => bansAudit(by, LIFTED_ALL, accountId, { scope: given, ban_ids: all.map(({ id }) => id) }),
    )
    if ('inForce' in outcome) {
      const names = await accounts.known([accountId], call)
      return { lifted: 0, changedMeanwhile: { bans: outcome.inForce.map((ban) => banToProto(ban, names)) } }
    }
    await relay.publish(accountId, call)
    return { lifted: outcome.lifted }
  },

  /** Lifts a ban and hides it until erased. Errors: BAN_NOT_FOUND, CHANGED_MEANWHILE. */
  async deleteBan({ id, version }, call) {
    const administrator = await call.administrator('bans.delete')
    await refuseOwnBan(administrator, id, store)
    const by = auditedBy(administrator, call, now)
    const { requestId } = call
    const hidden = await changes.hide(id, { by: administrator, atMs: by.atMs, requestId, version }, (ban) =>
      banAudit(by, 'bans.delete', ban, { was_in_force: isInForce(ban, by.atMs) }),
    )
    if (hidden === 'changed-meanwhile') throw new KlaError('CHANGED_MEANWHILE')
    if (!hidden) throw new KlaError('BAN_NOT_FOUND')
    await relay.publish(hidden.ban.accountId, call)
    return { eraseAfterMs: eraseAfter('ban', null, hidden.hiddenAtMs, retention), held: hidden.ban.held }
  },

  /** Idempotent by the note's id. Errors: INVALID_FIELD, BAN_NOT_FOUND. */
  async addBanNote({ id, ...given }, call) {
    const administrator = await call.administrator('bans.set')
    const note = accepted(readNote(given))
    await refuseOwnBan(administrator, id, store)
    const by = auditedBy(administrator, call, now)
    const ban = await changes.note(id, note, { by: administrator, atMs: by.atMs }, (noted) =>
      banAudit(by, 'bans.note', noted, { note: note.noteId }),
    )
    if (!ban) throw new KlaError('BAN_NOT_FOUND')
    return banToProto(ban, await accounts.known([ban.accountId], call))
  },

  async getBan({ id }, call) {
    const administrator = await call.administrator('bans.read')
    const ban = isId(id) ? await store.find(id) : undefined
    if (!ban) throw new KlaError('BAN_NOT_FOUND')
    refuseOwn(administrator, ban.accountId)
    await audit.record(banAudit(auditedBy(administrator, call, now), 'bans.read', ban))
    return banToProto(ban, await accounts.known([ban.accountId], call))
  },

  async listBans({ limit, offset, after, ...given }, call) {
    const administrator = await call.administrator('bans.read')
    const filter = filterOf(given, administrator)
    const { accountId, scope, active } = filter
    const cursor = banCursor(filter)
    const page = accepted(rowsFrom({ limit, offset, after }, cursor))

    const { bans, total, next } = await store.list(filter, page, now())
    const banned = bans.map((ban) => ban.accountId)
    const details = { ...page, scope, active, accounts: [...new Set(banned)] }
    const [known] = await Promise.all([
      accounts.known(banned, call),
      audit.record(bansAudit(auditedBy(administrator, call, now), 'bans.list', accountId, details)),
    ])
    return { bans: bans.map((ban) => banToProto(ban, known)), total, next: next && cursor.write(next) }
  },

  async *exportBans({ list }, call) {
    const administrator = await call.administrator('bans.read')
    if (!list) throw new KlaError('INVALID_FIELD')
    const filter = filterOf(list, administrator)
    const { accountId, scope, active } = filter
    const by = auditedBy(administrator, call, now)
    const total = await store.count(filter, by.atMs)
    const details = { scope, active, rows: Math.min(total, EXPORT_ROWS_MAX) }
    await audit.record(bansAudit(by, 'bans.export', accountId, details))
    const pages = exportedPages(async (page) => {
      const { bans: rows, next } = await store.list(filter, page, by.atMs)
      return { rows, next }
    })
    yield { bans: [], total }
    for await (const rows of pages) {
      const known = await accounts.known(
        rows.map((ban) => ban.accountId),
        call,
      )
      yield { bans: rows.map((ban) => banToProto(ban, known)), total }
    }
  },

  async findActiveBan({ userId: accountId, scope }, call) {
    const administrator = await call.administrator('bans.read')
    if (!isId(accountId)) throw invalidField('userId')
    if (scope !== '') accepted(choice(BAN_SCOPES, scope, 'scope'))
    refuseOwn(administrator, accountId)

    const inForce = await store.inForce(accountId, now())
    const ban = longest(scope === '' ? inForce : inForce.filter((each) => each.scope === scope), now())
    const found = { scope, ban_id: ban?.id ?? null }
    await audit.record(bansAudit(auditedBy(administrator, call, now), 'bans.read', accountId, found))
    return { ban: ban && banToProto(ban, await accounts.known([accountId], call)) }
  },

  async listOwnBans(_request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const bans = await store.inForce(accountId, now())
    return {
      bans: bans.map(({ id, scope, reason, bannedAtMs, expiresAtMs }) => ({
        id,
        scope,
        reason,
        bannedAtMs,
        expiresAtMs: expiresAtMs ?? 0,
      })),
    }
  },
})

/** Throws NOT_ALLOWED for a ban of the administrator's own player account. Bans never change their account. */
async function refuseOwnBan(administrator: Administrator, id: number, store: Pick<BanStore, 'find'>): Promise<void> {
  if (administrator.playerId !== undefined && isId(id)) refuseOwn(administrator, (await store.find(id))?.accountId)
}

/** Filters as received. Throws INVALID_FIELD. */
function filterOf(
  { userId, scope: given, active }: Pick<ListBansRequest, 'userId' | 'scope' | 'active'>,
  { playerId: ownAccount }: Administrator,
): BanFilter {
  const accountId = userId === 0 ? undefined : userId
  const scope = given === '' ? undefined : accepted(choice(BAN_SCOPES, given, 'scope'))
  if (accountId !== undefined && !isId(accountId)) throw invalidField('userId')
  return { accountId, scope, active, ownAccount }
}

/** Cursors of the bans of one filter, newest first. */
const banCursor = (filter: BanFilter): ListCursor => listCursor(['bans', filter], ['integer'])

const TOO_MANY = 'There are too many bans in force against this person. Lift some of them first.'

const ACTIONS = { set: 'bans.create', extended: 'bans.extend', replaced: 'bans.replace' } as const satisfies Readonly<
  Record<BanDone['kind'], string>
>

/** The refusal of an order. */
export function notDone(why: NotDone): KlaError {
  switch (why) {
    case 'already-banned':
      return new KlaError('ALREADY_BANNED')
    case 'changed-meanwhile':
      return new KlaError('CHANGED_MEANWHILE')
    case 'too-many':
      return new KlaError('INVALID_FIELD', TOO_MANY)
    case 'no-longer':
      return new KlaError('INVALID_FIELD', 'The ban already lasts that long. Choose a later end.')
    case 'has-evidence':
      return new KlaError('INVALID_FIELD', 'The ban already has evidence. Add more in the notes.')
  }
}

const banAudit = (
  by: AuditedBy,
  action: (typeof ACTIONS)[BanDone['kind']] | 'bans.lift' | 'bans.delete' | 'bans.note' | 'bans.read',
  { id, accountId, scope }: Ban,
  more: Readonly<Record<string, number | boolean | string>> = {},
): AuditEntry => ({
  ...by,
  action,
  subjectKind: 'ban',
  subjectId: String(id),
  details: JSON.stringify({ account_id: accountId, scope, ...more }),
  restricted: false,
})

const bansAudit = (
  by: AuditedBy,
  action: 'bans.list' | 'bans.export' | 'bans.read' | typeof LIFTED_ALL,
  accountId: number | undefined,
  details: Readonly<Record<string, unknown>>,
): AuditEntry => ({
  ...by,
  action,
  subjectKind: accountId === undefined ? '' : 'account',
  subjectId: accountId === undefined ? '' : String(accountId),
  details: JSON.stringify(details),
  restricted: false,
})

export const banToProto = (ban: Ban, accounts: ReadonlyMap<number, Pick<Member, 'username'>>): BanMessage => ({
  id: ban.id,
  userId: ban.accountId,
  userName: accounts.get(ban.accountId)?.username ?? '',
  scope: ban.scope,
  reason: ban.reason,
  notes: ban.notes,
  evidenceJson: ban.evidence,
  bannedAtMs: ban.bannedAtMs,
  expiresAtMs: ban.expiresAtMs ?? 0,
  liftedAtMs: ban.liftedAtMs ?? 0,
  bannedBy: ban.bannedBy,
  liftedBy: ban.liftedBy,
  liftReason: ban.liftReason,
  held: ban.held,
  version: ban.version,
  changedAtMs: ban.changedAtMs ?? 0,
  changedBy: ban.changedBy,
  thread: threadToProto(ban.thread),
})
