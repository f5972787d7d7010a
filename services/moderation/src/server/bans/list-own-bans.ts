import type { ModerationHandlers } from '../dependencies.js'
import type { BanParts } from './parts.js'

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
