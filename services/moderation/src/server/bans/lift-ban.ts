import { KlaError } from '@kla/chassis'
import { BAN_REASON_MAX } from '@kla/proto/web'
import { plainText } from '../../domain/plain-text.js'
import { accepted } from '../accepted.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { banAudit } from './ban-audit.js'
import type { BanParts } from './parts.js'
import { wireBan } from './wire-ban.js'

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
