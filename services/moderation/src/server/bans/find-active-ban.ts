import { KlaError } from '@kla/chassis'
import { BAN_SCOPES } from '@kla/proto/web'
import { longest } from '../../domain/bans/longest.js'
import { isId, isOneOf } from '../../domain/plain-text.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { bansAudit } from './ban-audit.js'
import type { BanParts } from './parts.js'
import { wireBan } from './wire-ban.js'

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
