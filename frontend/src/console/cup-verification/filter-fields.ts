import { TIE_FILTERS } from '@kla/proto/web'
import type { FilterField } from '../kit/filters/filter-bar.js'

/** What waits for somebody comes first. */
export const NO_FILTERS = { filter: 'disputed' }

const LABELS: Readonly<Record<(typeof TIE_FILTERS)[number], string>> = {
  disputed: 'Disputed',
  running: 'Running',
  all: 'All',
}

export const FIELDS = [
  { name: 'filter', label: 'Ties', options: TIE_FILTERS.map((value) => ({ value, label: LABELS[value] })) },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]
