import { ADMINISTRATOR_ROLES, type AdministratorRole } from '@kla/proto/web'

export const ROLE_WORDS: Readonly<Record<AdministratorRole, string>> = {
  owner: 'Owner',
  moderator: 'Moderator',
  support: 'Support',
  viewer: 'Viewer',
}

export const ROLE_OPTIONS = ADMINISTRATOR_ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }))
