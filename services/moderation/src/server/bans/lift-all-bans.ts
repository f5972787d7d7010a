import { KlaError } from '@kla/chassis'
import { BAN_REASON_MAX, BAN_SCOPES } from '@kla/proto/web'
import { isId, isOneOf, plainText } from '../../domain/plain-text.js'
import { accepted } from '../accepted.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { bansAudit } from './ban-audit.js'
import type { BanParts } from './parts.js'

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
