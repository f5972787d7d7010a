import { KlaError } from '@kla/chassis'
import { BAN_SCOPES } from '@kla/proto/web'
import { accepted, audited, type ModerationHandlers } from '../shared/rpc.js'
import { isId, isOneOf, pageAt } from '../shared/rules.js'
import { type BanParts, bansAudit, wireBan } from './rpc.js'
import { longest } from './rules.js'

export const listBans =
  ({ lists, accounts, audit, now }: BanParts): ModerationHandlers['listBans'] =>
  async ({ limit, offset, userId, scope: given, active }, call) => {
    const administrator = await call.administrator('bans.read')
    const page = accepted(pageAt(limit, offset))
    const accountId = userId === 0 ? undefined : userId
    const scope = given === '' ? undefined : given
    if (accountId !== undefined && !isId(accountId)) throw new KlaError('INVALID_FIELD')
    if (scope !== undefined && !isOneOf(BAN_SCOPES, scope)) throw new KlaError('INVALID_FIELD')

    const { bans, total } = await lists.list({ accountId, scope, active }, page, now())
    const banned = bans.map((ban) => ban.accountId)
    const details = { ...page, scope, active, accounts: [...new Set(banned)] }
    const [known] = await Promise.all([
      accounts.known(banned, call),
      audit.record(bansAudit(audited(administrator, call, now), 'bans.list', accountId, details)),
    ])
    return { bans: bans.map((ban) => wireBan(ban, known)), total }
  }

export const findActiveBan =
  ({ lists, accounts, audit, now }: BanParts): ModerationHandlers['findActiveBan'] =>
  async ({ userId: accountId, scope }, call) => {
    const administrator = await call.administrator('bans.read')
    if (!isId(accountId) || (scope !== '' && !isOneOf(BAN_SCOPES, scope))) throw new KlaError('INVALID_FIELD')

    const inForce = await lists.inForce(accountId, now())
    const ban = longest(scope === '' ? inForce : inForce.filter((each) => each.scope === scope), now())
    const found = { scope, ban_id: ban?.id ?? null }
    await audit.record(bansAudit(audited(administrator, call, now), 'bans.read', accountId, found))
    return { ban: ban && wireBan(ban, await accounts.known([accountId], call)) }
  }

export const listOwnBans =
  ({ lists, now }: Pick<BanParts, 'lists' | 'now'>): ModerationHandlers['listOwnBans'] =>
  async (_request, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    const bans = await lists.inForce(accountId, now())
    return {
      bans: bans.map(({ id, scope, reason, bannedAtMs, expiresAtMs }) => ({
        ...{ id, scope, reason, bannedAtMs },
        expiresAtMs: expiresAtMs ?? 0,
      })),
    }
  }
