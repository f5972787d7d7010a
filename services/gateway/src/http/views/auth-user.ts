import type { Identity } from '@kla/proto'
import type { AuthUser } from '@kla/proto/web'
import { textOrNull } from './values.js'

export const authUser = ({ account, accessToken }: Identity): AuthUser =>
  account
    ? {
        id: account.id,
        username: account.username,
        avatar: textOrNull(account.avatar),
        global_name: textOrNull(account.globalName),
        discord_id: account.discordId,
        accessToken,
        ageConfirmed: account.ageConfirmed,
        ...(account.ageLocked ? { ageLocked: true } : {}),
      }
    : {}
