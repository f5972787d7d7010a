import { SEARCH_MAX, TICKET_CATEGORIES, TICKET_PRIORITIES } from '@kla/proto/web'
import type { FilterField } from '../kit/filters/filter-bar.js'

export const NO_FILTERS = { q: '', resolved: '', category: '', priority: '' }

const ALL = { value: '', label: 'All' }
const asOption = (value: string) => ({ value, label: value })

export const FIELDS = [
  { name: 'q', label: 'Search', maxLength: SEARCH_MAX },
  {
    name: 'resolved',
    label: 'Resolved',
    options: [ALL, { value: '0', label: 'Unresolved' }, { value: '1', label: 'Resolved' }],
  },
  { name: 'category', label: 'Category', options: [ALL, ...TICKET_CATEGORIES.map(asOption)] },
  { name: 'priority', label: 'Priority', options: [ALL, ...TICKET_PRIORITIES.map(asOption)] },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]
