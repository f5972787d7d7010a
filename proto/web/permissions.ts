/** What administrators may do: the one list of permissions, and which role has which. */

export const PERMISSIONS = [
  'reports.read',
  'reports.decide',
  'reports.delete',
  /** Reports of child safety: for anybody else they do not exist. No role has it by itself. */
  'reports.grave',
  'bans.read',
  'bans.set',
  'bans.lift',
  'bans.delete',
  'tickets.read',
  'tickets.answer',
  'members.read',
  /** Lifts the lock of a declaration to be under 18. */
  'members.manage',
  'gifs.read',
  'gifs.manage',
  'items.gift',
  'holds.manage',
  'standings.read',
  'standings.correct',
  'cups.read',
  'cups.manage',
  /** Decides ties, and watches them while they are played. */
  'cups.judge',
  'pass.read',
  'pass.manage',
  'audit.read',
  'administrators.manage',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ADMINISTRATOR_ROLES = ['owner', 'moderator', 'support', 'viewer'] as const
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number]

const VIEWER = [
  ...(['reports.read', 'bans.read', 'tickets.read', 'members.read', 'gifs.read'] as const),
  ...(['standings.read', 'cups.read', 'pass.read'] as const),
] as const

/** What a role brings. */
export const ROLE_PERMISSIONS: Readonly<Record<AdministratorRole, readonly Permission[]>> = {
  owner: PERMISSIONS.filter((permission) => permission !== 'reports.grave'),
  moderator: [
    ...VIEWER,
    'reports.decide',
    'reports.delete',
    'bans.set',
    'bans.lift',
    'bans.delete',
    'tickets.answer',
    'members.manage',
    'gifs.manage',
    'standings.correct',
    'cups.manage',
    'cups.judge',
  ],
  support: [
    ...(['bans.read', 'members.read', 'tickets.read', 'tickets.answer', 'items.gift'] as const),
    ...(['standings.read', 'cups.read', 'pass.read'] as const),
  ],
  viewer: VIEWER,
}

/** What the child-safety permission adds to any role. */
export const CHILD_SAFETY_PERMISSIONS: readonly Permission[] = ['reports.read', 'reports.grave', 'holds.manage']

/** Everything that somebody of a role may do. */
export const permissionsOf = (role: AdministratorRole, childSafety: boolean): readonly Permission[] => [
  ...new Set([...ROLE_PERMISSIONS[role], ...(childSafety ? CHILD_SAFETY_PERMISSIONS : [])]),
]
