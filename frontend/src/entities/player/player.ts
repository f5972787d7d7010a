import type { PlayerEntry } from '@kla/proto/web'
import type { SessionUser } from '../session/session-api.js'

/** The name of a player; of an account that was deleted only the figures are left. */
export const nameOfPlayer = ({ username }: { readonly username: string }): string => username || 'Deleted player'

/** Pixels asked of the content network: twice the largest size shown. */
const SIZE = 128

/**
 * The picture of a person on the login provider's content network, from the user id and the avatar hash.
 * Null for people without one, and while the network's address is not known.
 */
export const avatarUrl = (baseUrl: string | undefined, discordId: string, hash: string | null): string | null =>
  baseUrl && discordId && hash ? `${baseUrl}/avatars/${discordId}/${hash}.png?size=${SIZE}` : null

export const userAvatarUrl = (baseUrl: string | undefined, user: SessionUser) =>
  avatarUrl(baseUrl, user.discordId, user.avatar)

export const playerAvatarUrl = (baseUrl: string | undefined, player: PlayerEntry) =>
  avatarUrl(baseUrl, player.discord_id, player.avatar)
