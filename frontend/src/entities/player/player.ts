import { UNNAMED } from '../../texts/players.js'
import type { SessionUser } from '../session/session-api.js'

/** Deleted accounts keep results, not names. */
export const nameOfPlayer = ({ username }: { readonly username: string }): string => username || UNNAMED.deleted

/** Pixels: twice the largest size shown. */
const SIZE = 128

/** Null without a picture or CDN address. */
export const avatarUrl = (baseUrl: string | undefined, discordId: string, hash: string | null): string | null =>
  baseUrl && discordId && hash ? `${baseUrl}/avatars/${discordId}/${hash}.png?size=${SIZE}` : null

export const userAvatarUrl = (baseUrl: string | undefined, user: SessionUser) =>
  user.names?.shown_as === 'discord' ? discordAvatarUrl(baseUrl, user) : null

export const discordAvatarUrl = (baseUrl: string | undefined, user: SessionUser) =>
  avatarUrl(baseUrl, user.discordId, user.avatar)
