import { CONSOLE_TABS, type Permission } from '@kla/proto/web'

export interface Tab {
  slug: string
  title: string
  /** Who lacks it, or each of several, does not see the tab; undefined where there is nothing to protect yet. */
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

/** Ours, beside those of the specification. */
const OWN_TABS: readonly Tab[] = [
  { slug: 'audit', title: 'Audit', needs: 'audit.read' },
  { slug: 'administrators', title: 'Administrators', needs: 'administrators.manage' },
  { slug: 'approvals', title: 'Approvals', needs: ['reports.delete', 'administrators.manage', 'reports.grave'] },
  { slug: 'account', title: 'Your account' },
]

/** Every tab that somebody with these permissions has, in their order. */
export const tabsFor = (may: (permission: Permission) => boolean): Tab[] =>
  [...CONSOLE_TABS.map((tab) => ({ ...tab, needs: NEEDS[tab.slug] })), ...OWN_TABS].filter(
    ({ needs }) => needs === undefined || [needs].flat().some(may),
  )

/** What people wait for comes first. */
const STARTS: readonly string[] = ['reports', 'support'] satisfies Slug[]

/** Where somebody starts: at the reports, or else at the tickets, or else at the first tab. */
export const firstTab = (tabs: readonly Tab[]): Tab | undefined =>
  STARTS.map((start) => tabs.find(({ slug }) => slug === start)).find((tab) => tab !== undefined) ?? tabs[0]

const MEMBERS: Slug = 'membersandguilddata'

/** Whether a click on a tab also asks for its path (specification of the platform, section 2). */
export const announcesItself = (slug: string): boolean =>
  slug !== MEMBERS && CONSOLE_TABS.some((tab) => tab.slug === slug)
