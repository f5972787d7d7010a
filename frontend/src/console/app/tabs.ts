import { CONSOLE_TABS, type DeskView, type Permission } from '@kla/proto/web'

/** A console page and its permissions. */
export interface Tab {
  slug: Slug
  title: string
  needs?: Permission | readonly Permission[]
  /** Number of what waits there. */
  waiting?: keyof Pick<DeskView, 'jobs' | 'tickets' | 'appeals' | 'approvals'>
}

type SpecifiedSlug = (typeof CONSOLE_TABS)[number]['slug']
type OwnSlug = 'desk' | 'training' | 'appeals' | 'audit' | 'administrators' | 'approvals' | 'account'
export type Slug = SpecifiedSlug | OwnSlug

const NEEDS: Readonly<Record<SpecifiedSlug, Permission>> = {
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

const DESK: Tab = { slug: 'desk', title: 'Desk', needs: 'reports.read', waiting: 'jobs' }

const OWN_TABS: readonly Tab[] = [
  { slug: 'training', title: 'Training', needs: 'reports.read' },
  { slug: 'appeals', title: 'Appeals', needs: 'reports.decide', waiting: 'appeals' },
  { slug: 'audit', title: 'Audit', needs: 'audit.read' },
  { slug: 'administrators', title: 'Administrators', needs: 'administrators.manage' },
  {
    slug: 'approvals',
    title: 'Approvals',
    needs: ['reports.delete', 'reports.decide', 'administrators.manage', 'reports.grave'],
    waiting: 'approvals',
  },
  { slug: 'account', title: 'Your account' },
]

export const tabsFor = (may: (permission: Permission) => boolean): Tab[] =>
  [DESK, ...CONSOLE_TABS.map(tabOf), ...OWN_TABS].filter(({ needs }) => needs === undefined || [needs].flat().some(may))

const tabOf = (tab: (typeof CONSOLE_TABS)[number]): Tab => ({
  ...tab,
  needs: NEEDS[tab.slug],
  ...(tab.slug === 'support' && { waiting: 'tickets' }),
})

/** Groups of the navigation with their tabs in order. */
const GROUPS: readonly (readonly [title: string, slugs: readonly string[]])[] = [
  ['Work', ['desk', 'reports', 'appeals', 'support', 'approvals', 'training']],
  ['People', ['membersandguilddata', 'bans']],
  ['Content', ['gifcontrol']],
  ['Competition', ['leaderboardeditor', 'cupverification', 'cuptiecreator', 'cupstreamhub', 'battlepasseditor']],
  ['Settings', ['administrators', 'audit', 'account']],
]

/** Tabs of one group of the navigation. */
export interface TabGroup {
  title: string
  tabs: readonly Tab[]
}

/** Groups tabs for the navigation, without empty groups. */
export const groupsOf = (tabs: readonly Tab[]): TabGroup[] =>
  GROUPS.map(([title, slugs]) => ({
    title,
    tabs: slugs.flatMap((slug) => tabs.find((tab) => tab.slug === slug) ?? []),
  })).filter((group) => group.tabs.length > 0)

const STARTS: readonly string[] = ['desk', 'support']

export const firstTab = (tabs: readonly Tab[]): Tab | undefined =>
  STARTS.map((start) => tabs.find(({ slug }) => slug === start)).find((tab) => tab !== undefined) ?? tabs[0]

const MEMBERS: Slug = 'membersandguilddata'

/** True if opening the tab also requests its path (platform specification, section 2). */
export const announcesItself = (slug: string): boolean =>
  slug !== MEMBERS && CONSOLE_TABS.some((tab) => tab.slug === slug)
