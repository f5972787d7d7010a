import { KlaError } from '@kla/chassis'
import type { Ban as WireBan, Member } from '@kla/proto'
import { BAN_REASON_MAX, BAN_SCOPES } from '@kla/proto/web'
import type { AuditRecorder } from '../audit/log-store.js'
import type { AuditEntry } from '../audit/rules/entry.js'
import { eraseAfter, type Retention } from '../retention/rules.js'
import type { Accounts } from '../shared/clients.js'
import { accepted, audited, type ModerationHandlers } from '../shared/rpc.js'
import { isId, isOneOf, plainText } from '../shared/rules.js'
import type { BanStore } from './change-store.js'
import type { Courier } from './relay.js'
import { type Ban, isInForce, orderBan } from './rules.js'
import type { BanListStore } from './store.js'

/** What the RPCs about bans work with. */
export interface BanParts {
  readonly bans: BanStore
  readonly lists: BanListStore
  readonly courier: Pick<Courier, 'deliver'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly retention: Retention
  /** Unix milliseconds. */
  readonly now: () => number
}

/** An entry of the audit log about a ban. */
const banAudit = (
  by: ReturnType<typeof audited>,
  action: 'bans.create' | 'bans.lift' | 'bans.delete',
  { id, accountId, scope }: { readonly id: number; readonly accountId: number; readonly scope: string },
  more: Readonly<Record<string, number | boolean>> = {},
): AuditEntry => ({
  ...by,
  action,
  subjectKind: 'ban',
  subjectId: String(id),
  details: JSON.stringify({ account_id: accountId, scope, ...more }),
  restricted: false,
})

/** An entry about all bans of an account, or of everybody. */
export const bansAudit = (
  by: ReturnType<typeof audited>,
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

/** A ban as administrators get it. */
export const wireBan = (ban: Ban, accounts: ReadonlyMap<number, Pick<Member, 'username'>>): WireBan => ({
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

export const createBan =
  ({ bans, courier, accounts, now }: BanParts): ModerationHandlers['createBan'] =>
  async ({ userId, evidenceJson, ...rest }, call) => {
    const administrator = await call.administrator('bans.set')
    const order = accepted(orderBan({ ...rest, accountId: userId, evidence: evidenceJson }))
    const account = await accounts.find(order.accountId, call)
    if (!account) throw new KlaError('NO_SUCH_ACCOUNT')

    const by = audited(administrator, call, now)
    const ban = await bans.set(order, { by: administrator, atMs: by.atMs }, (set) =>
      banAudit(by, 'bans.create', set, { duration_ms: order.durationMs }),
    )
    if (ban === 'too many') throw new KlaError('INVALID_FIELD', TOO_MANY)
    await courier.deliver(ban.accountId, call)
    call.log.info({ banId: ban.id, accountId: ban.accountId, scope: ban.scope, by: administrator.id }, 'a ban was set')
    return wireBan(ban, new Map([[account.id, account]]))
  }

const TOO_MANY = 'There are too many bans in force against this person. Lift some of them first.'

export const liftBan =
  ({ bans, courier, accounts, now }: BanParts): ModerationHandlers['liftBan'] =>
  async ({ id, liftReason }, call) => {
    const administrator = await call.administrator('bans.lift')
    const reason = accepted(plainText(liftReason, BAN_REASON_MAX))
    const by = audited(administrator, call, now)
    const ban = await bans.lift(id, reason, { by: administrator, atMs: by.atMs }, (lifted) =>
      banAudit(by, 'bans.lift', lifted),
    )
    if (!ban) throw new KlaError('BAN_NOT_FOUND')
    await courier.deliver(ban.accountId, call)
    return wireBan(ban, await accounts.known([ban.accountId], call))
  }

export const liftAllBans =
  ({ bans, courier, now }: BanParts): ModerationHandlers['liftAllBans'] =>
  async ({ userId: accountId, scope: given, liftReason }, call) => {
    const administrator = await call.administrator('bans.lift')
    const reason = accepted(plainText(liftReason, BAN_REASON_MAX))
    const scope = given === '' ? undefined : given
    if (!isId(accountId) || (scope !== undefined && !isOneOf(BAN_SCOPES, scope))) throw new KlaError('INVALID_FIELD')

    const by = audited(administrator, call, now)
    const lifted = await bans.liftAll({ accountId, scope, reason }, { by: administrator, atMs: by.atMs }, (all) =>
      bansAudit(by, 'bans.lift-all', accountId, { scope: given, ban_ids: all.map(({ id }) => id) }),
    )
    await courier.deliver(accountId, call)
    return { lifted: lifted.length }
  }

export const deleteBan =
  ({ bans, courier, retention, now }: BanParts): ModerationHandlers['deleteBan'] =>
  async ({ id }, call) => {
    const administrator = await call.administrator('bans.delete')
    const by = audited(administrator, call, now)
    const { requestId } = call
    const hidden = await bans.hide(id, { by: administrator, atMs: by.atMs, requestId }, (ban) =>
      banAudit(by, 'bans.delete', ban, { was_in_force: isInForce(ban, by.atMs) }),
    )
    if (!hidden) throw new KlaError('BAN_NOT_FOUND')
    await courier.deliver(hidden.ban.accountId, call)
    return { eraseAfterMs: eraseAfter('ban', null, hidden.hiddenAtMs, retention), held: hidden.ban.held }
  }
