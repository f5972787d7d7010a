import { CATEGORIES, GIF_STATES } from '@kla/proto/web'
import type { FilterField } from '../kit/filters/filter-bar.js'
import { STATE_WORDS } from './states.js'

export const NO_FILTERS = { category: '', state: '' }

const ALL = { value: '', label: 'All' }

export const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: value }))

export const FIELDS = [
  { name: 'category', label: 'Category', options: [ALL, ...CATEGORY_OPTIONS] },
  {
    name: 'state',
    label: 'State',
    options: [ALL, ...GIF_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))],
  },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]
