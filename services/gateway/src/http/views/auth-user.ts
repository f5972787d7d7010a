import type { Identity } from '@kla/proto'
import type { AuthUser } from '@kla/proto/web'

const orNull = (text: string): string | null => (text === '' ? null : text)

export const authUser = ({ account, accessToken }: Identity): AuthUser =>
  account
    ? {
        id: account.id,
        username: account.username,
        avatar: orNull(account.avatar),
        global_name: orNull(account.globalName),
        discord_id: account.discordId,
        accessToken,
        ageConfirmed: account.ageConfirmed,
      }
    : {}
