import type { Permission } from '@kla/proto/web'

interface MemberLink {
  words: string
  to: string
  needs: Permission
}

/** Where more about an account is to be read. */
export const linksOf = (id: number): readonly MemberLink[] => [
  { words: 'Reports about', to: `/reports?reported_id=${id}`, needs: 'reports.read' },
  { words: 'Reports by', to: `/reports?reporter_id=${id}`, needs: 'reports.read' },
  // The list of bans shows those in force unless told otherwise.
  { words: 'Bans', to: `/bans?userId=${id}&active=`, needs: 'bans.read' },
]

/** Pixels asked of the content network: twice the size shown. */
const SIZE = 64

/** A guild's picture on the login provider's content network; null for one without, or while its address is unknown. */
export const guildIconUrl = (baseUrl: string | undefined, guildId: string, hash: string | null): string | null =>
  baseUrl && hash ? `${baseUrl}/icons/${guildId}/${hash}.png?size=${SIZE}` : null
