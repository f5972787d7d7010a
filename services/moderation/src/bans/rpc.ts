import { accepted, KlaError } from '@kla/chassis'
import type { Ban as BanMessage, Member } from '@kla/proto'
import { BAN_REASON_MAX, BAN_SCOPES } from '@kla/proto/web'
import type { AuditEntry, AuditRecorder } from '../audit/index.js'
import { eraseAfter, type Retention } from '../retention/index.js'
import type { Accounts } from '../shared/clients.js'
import { auditedBy, type AuditedBy, type ModerationHandlers } from '../shared/rpc.js'
import { isId, isOneOf, pageAt, plainText } from '../shared/rules.js'
import type { BanChanges } from './changes.js'
import type { Relay } from './relay.js'
import { type Ban, isInForce, longest, orderBan } from './rules.js'
import type { BanStore } from './store.js'

interface RpcDeps {
  readonly changes: BanChanges
  readonly store: Pick<BanStore, 'list' | 'inForce'>
  readonly relay: Pick<Relay, 'publish'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly retention: Retention
  readonly now: () => number
}

type Handlers = Pick<
  ModerationHandlers,
  'createBan' | 'liftBan' | 'liftAllBans' | 'deleteBan' | 'listBans' | 'findActiveBan' | 'listOwnBans'
>

export const banHandlers = ({ changes, store, relay, accounts, audit, retention, now }: RpcDeps): Handlers => ({
  /** A repeated order returns the ban it has set. Errors: INVALID_FIELD, EVIDENCE_INVALID, NO_SUCH_ACCOUNT. */
  async createBan({ userId, evidenceJson, ...rest }, call) {
    const administrator = await call.administrator('bans.set')
    const order = accepted(orderBan({ ...rest, accountId: userId, evidence: evidenceJson }))
    const account = await accounts.find(order.accountId, call)
    if (!account) throw new KlaError('NO_SUCH_ACCOUNT')

    const by = auditedBy(administrator, call, now)
    const ban = await changes.set(order, { by: administrator, atMs: by.atMs }, (set) =>
      banAudit(by, 'bans.create', set, { duration_ms: order.durationMs }),
    )
    if (ban === 'too-many') throw new KlaError('INVALID_FIELD', TOO_MANY)
    await relay.publish(ban.accountId, call)
    call.log.info({ banId: ban.id, accountId: ban.accountId, scope: ban.scope, by: administrator.id }, 'ban set')
    return banToProto(ban, new Map([[account.id, account]]))
  },

  /** Idempotent. Errors: INVALID_FIELD, BAN_NOT_FOUND. */
  async liftBan({ id, liftReason }, call) {
    const administrator = await call.administrator('bans.lift')
    const reason = accepted(plainText(liftReason, BAN_REASON_MAX))
    const by = auditedBy(administrator, call, now)
    const ban = await changes.lift(id, reason, { by: administrator, atMs: by.atMs }, (lifted) =>
      banAudit(by, 'bans.lift', lifted),
    )
    if (!ban) throw new KlaError('BAN_NOT_FOUND')
    await relay.publish(ban.accountId, call)
    return banToProto(ban, await accounts.known([ban.accountId], call))
  },

  /** Lifts the bans in force, of one scope or of all. Errors: INVALID_FIELD. */
  async liftAllBans({ userId: accountId, scope: given, liftReason }, call) {
    const administrator = await call.administrator('bans.lift')
    const reason = accepted(plainText(liftReason, BAN_REASON_MAX))
    const scope = given === '' ? undefined : given
    if (!isId(accountId) || (scope !== undefined && !isOneOf(BAN_SCOPES, scope))) throw new KlaError('INVALID_FIELD')

    const by = auditedBy(administrator, call, now)
    const lifted = await changes.liftAll({ accountId, scope, reason }, { by: administrator, atMs: by.atMs }, (all) =>
      bansAudit(by, 'bans.lift-all', accountId, { scope: given, ban_ids: all.map(({ id }) => id) }),
    )
    await relay.publish(accountId, call)
    return { lifted: lifted.length }
  },

  /** Hides a ban until it is erased, and lifts it. Errors: BAN_NOT_FOUND. */
  async deleteBan({ id }, call) {
    const administrator = await call.administrator('bans.delete')
    const by = auditedBy(administrator, call, now)
    const { requestId } = call
    const hidden = await changes.hide(id, { by: administrator, atMs: by.atMs, requestId }, (ban) =>
      banAudit(by, 'bans.delete', ban, { was_in_force: isInForce(ban, by.atMs) }),
    )
    if (!hidden) throw new KlaError('BAN_NOT_FOUND')
    await relay.publish(hidden.ban.accountId, call)
    return { eraseAfterMs: eraseAfter('ban', null, hidden.hiddenAtMs, retention), held: hidden.ban.held }
  },

  async listBans({ limit, offset, userId, scope: given, active }, call) {
    const administrator = await call.administrator('bans.read')
    const page = accepted(pageAt(limit, offset))
    const accountId = userId === 0 ? undefined : userId
    const scope = given === '' ? undefined : given
    if (accountId !== undefined && !isId(accountId)) throw new KlaError('INVALID_FIELD')
    if (scope !== undefined && !isOneOf(BAN_SCOPES, scope)) throw new KlaError('INVALID_FIELD')

    const { bans, total } = await store.list({ accountId, scope, active }, page, now())
    const banned = bans.map((ban) => ban.accountId)
    const details = { ...page, scope, active, accounts: [...new Set(banned)] }
    const [known] = await Promise.all([
      accounts.known(banned, call),
      audit.record(bansAudit(auditedBy(administrator, call, now), 'bans.list', accountId, details)),
    ])
    return { bans: bans.map((ban) => banToProto(ban, known)), total }
  },

  /** The longest ban in force. */
  async findActiveBan({ userId: accountId, scope }, call) {
    const administrator = await call.administrator('bans.read')
    if (!isId(accountId) || (scope !== '' && !isOneOf(BAN_SCOPES, scope))) throw new KlaError('INVALID_FIELD')

    const inForce = await store.inForce(accountId, now())
    const ban = longest(scope === '' ? inForce : inForce.filter((each) => each.scope === scope), now())
    const found = { scope, ban_id: ban?.id ?? null }
    await audit.record(bansAudit(auditedBy(administrator, call, now), 'bans.read', accountId, found))
    return { ban: ban && banToProto(ban, await accounts.known([accountId], call)) }
  },

  /** Open to banned players. */
  async listOwnBans(_request, call) {
    const { accountId } = await call.principal({ allowBanned: true })
    const bans = await store.inForce(accountId, now())
    return {
      bans: bans.map(({ id, scope, reason, bannedAtMs, expiresAtMs }) => ({
        ...{ id, scope, reason, bannedAtMs },
        expiresAtMs: expiresAtMs ?? 0,
      })),
    }
  },
})

const TOO_MANY = 'There are too many bans in force against this person. Lift some of them first.'

const banAudit = (
  by: AuditedBy,
  action: 'bans.create' | 'bans.lift' | 'bans.delete',
  { id, accountId, scope }: Ban,
  more: Readonly<Record<string, number | boolean>> = {},
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
  action: 'bans.list' | 'bans.read' | 'bans.lift-all',
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
})
