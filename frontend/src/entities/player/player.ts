import type { SessionUser } from '../session/session-api.js'

/** A deleted account keeps its results but has no name. */
export const nameOfPlayer = ({ username }: { readonly username: string }): string => username || 'Deleted player'

/** Requested pixels: twice the largest size shown. */
const SIZE = 128

/** Null without one, and while the CDN's address is unknown. */
export const avatarUrl = (baseUrl: string | undefined, discordId: string, hash: string | null): string | null =>
  baseUrl && discordId && hash ? `${baseUrl}/avatars/${discordId}/${hash}.png?size=${SIZE}` : null

export const userAvatarUrl = (baseUrl: string | undefined, user: SessionUser) =>
  user.names?.shown_as === 'discord' ? discordAvatarUrl(baseUrl, user) : null

export const discordAvatarUrl = (baseUrl: string | undefined, user: SessionUser) =>
  avatarUrl(baseUrl, user.discordId, user.avatar)
