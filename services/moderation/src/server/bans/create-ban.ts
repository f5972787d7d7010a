import { KlaError } from '@kla/chassis'
import { orderBan } from '../../domain/bans/ban-order.js'
import { accepted } from '../accepted.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { banAudit } from './ban-audit.js'
import type { BanParts } from './parts.js'
import { wireBan } from './wire-ban.js'

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
