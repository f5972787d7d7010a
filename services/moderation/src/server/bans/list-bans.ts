import { KlaError } from '@kla/chassis'
import { BAN_SCOPES } from '@kla/proto/web'
import { pageAt } from '../../domain/page.js'
import { isId, isOneOf } from '../../domain/plain-text.js'
import { accepted } from '../accepted.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import { bansAudit } from './ban-audit.js'
import type { BanParts } from './parts.js'
import { wireBan } from './wire-ban.js'

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
