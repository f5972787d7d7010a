import { KlaError } from '@kla/chassis'
import { isInForce } from '../../domain/bans/ban.js'
import { eraseAfter } from '../../domain/retention.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { banAudit } from './ban-audit.js'
import type { BanParts } from './parts.js'

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
