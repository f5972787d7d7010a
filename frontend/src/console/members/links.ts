import type { Permission } from '@kla/proto/web'

interface MemberLink {
  words: string
  to: string
  needs: Permission
}

export const linksOf = (id: number): readonly MemberLink[] => [
  { words: 'Everything about this person', to: `/person/${id}`, needs: 'members.read' },
  { words: 'Reports about', to: `/reports?reported_id=${id}`, needs: 'reports.read' },
  { words: 'Reports by', to: `/reports?reporter_id=${id}`, needs: 'reports.read' },
  // Overrides the default filter on active bans.
  { words: 'Bans', to: `/bans?userId=${id}&active=`, needs: 'bans.read' },
]

const SIZE = 64

/** Null without an icon or base address. */
export const guildIconUrl = (baseUrl: string | undefined, guildId: string, hash: string | null): string | null =>
  baseUrl && hash ? `${baseUrl}/icons/${guildId}/${hash}.png?size=${SIZE}` : null
