export const PERMISSIONS = [
  'reports.read',
  'reports.decide',
  'reports.delete',
  /** Child-safety reports, hidden from others and in no role. */
  'reports.grave',
  /** Openings of sealed stills, by two people. */
  'evidence.open',
  'bans.read',
  'bans.set',
  'bans.lift',
  'bans.delete',
  'tickets.read',
  'tickets.answer',
  'members.read',
  'members.manage',
  'gifs.read',
  'gifs.manage',
  'items.gift',
  /** Purchases of players. */
  'orders.read',
  'holds.manage',
  'standings.read',
  'standings.correct',
  'cups.read',
  'cups.manage',
  'cups.judge',
  'pass.read',
  'pass.manage',
  'audit.read',
  'administrators.manage',
] as const
/** A right of an administrator. */
export type Permission = (typeof PERMISSIONS)[number]

export const ADMINISTRATOR_ROLES = ['owner', 'moderator', 'support', 'viewer'] as const
/** A named set of permissions. */
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number]

const VIEWER = [
  ...(['reports.read', 'bans.read', 'tickets.read', 'members.read', 'gifs.read'] as const),
  ...(['standings.read', 'cups.read', 'pass.read'] as const),
] as const

export const ROLE_PERMISSIONS: Readonly<Record<AdministratorRole, readonly Permission[]>> = {
  owner: PERMISSIONS.filter((permission) => permission !== 'reports.grave'),
  moderator: [
    ...VIEWER,
    'reports.decide',
    'reports.delete',
    'evidence.open',
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
    ...(['bans.read', 'members.read', 'tickets.read', 'tickets.answer', 'items.gift', 'orders.read'] as const),
    ...(['standings.read', 'cups.read', 'pass.read'] as const),
  ],
  viewer: VIEWER,
}

export const CHILD_SAFETY_PERMISSIONS: readonly Permission[] = [
  'reports.read',
  'reports.grave',
  'evidence.open',
  'holds.manage',
]

export const permissionsOf = (role: AdministratorRole, childSafety: boolean): readonly Permission[] => [
  ...new Set([...ROLE_PERMISSIONS[role], ...(childSafety ? CHILD_SAFETY_PERMISSIONS : [])]),
]
