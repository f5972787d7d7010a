import { BAN_SCOPES } from '@kla/proto/web'
import { SCOPE_WORDS } from '../entities/words.js'
import type { FilterField } from '../kit/filter-bar.js'

/** Active bans by default (specification of the platform, section 9). */
export const NO_FILTERS = { userId: '', scope: '', active: '1' }

const ALL = { value: '', label: 'All' }

export const SCOPE_OPTIONS = BAN_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }))

export const FILTER_FIELDS = [
  { name: 'userId', label: 'User ID', placeholder: 'e.g. 42', numeric: true },
  { name: 'scope', label: 'Scope', options: [ALL, ...SCOPE_OPTIONS] },
  {
    name: 'active',
    label: 'Active',
    options: [{ value: '1', label: 'Active' }, { value: '0', label: 'Inactive' }, ALL],
  },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]
