import { CONSOLE_TABS, type Permission } from '@kla/proto/web'

/** A console page and its permissions. */
export interface Tab {
  slug: string
  title: string
  needs?: Permission | readonly Permission[]
}

type Slug = (typeof CONSOLE_TABS)[number]['slug']

const NEEDS: Readonly<Record<Slug, Permission>> = {
  gifcontrol: 'gifs.read',
  leaderboardeditor: 'standings.read',
  cupverification: 'cups.read',
  cuptiecreator: 'cups.read',
  cupstreamhub: 'cups.read',
  battlepasseditor: 'pass.read',
  membersandguilddata: 'members.read',
  support: 'tickets.read',
  reports: 'reports.read',
  bans: 'bans.read',
}

const OWN_TABS: readonly Tab[] = [
  { slug: 'audit', title: 'Audit', needs: 'audit.read' },
  { slug: 'administrators', title: 'Administrators', needs: 'administrators.manage' },
  { slug: 'approvals', title: 'Approvals', needs: ['reports.delete', 'administrators.manage', 'reports.grave'] },
  { slug: 'account', title: 'Your account' },
]

export const tabsFor = (may: (permission: Permission) => boolean): Tab[] =>
  [...CONSOLE_TABS.map((tab) => ({ ...tab, needs: NEEDS[tab.slug] })), ...OWN_TABS].filter(
    ({ needs }) => needs === undefined || [needs].flat().some(may),
  )

const STARTS: readonly string[] = ['reports', 'support'] satisfies Slug[]

export const firstTab = (tabs: readonly Tab[]): Tab | undefined =>
  STARTS.map((start) => tabs.find(({ slug }) => slug === start)).find((tab) => tab !== undefined) ?? tabs[0]

const MEMBERS: Slug = 'membersandguilddata'

/** True if opening the tab also requests its path (platform specification, section 2). */
export const announcesItself = (slug: string): boolean =>
  slug !== MEMBERS && CONSOLE_TABS.some((tab) => tab.slug === slug)
