import { SEARCH_MAX } from '@kla/proto/web'
import type { FilterField } from '../kit/filters/filter-bar.js'

export const NO_FILTERS = { q: '' }

export const FIELDS = [
  { name: 'q', label: 'Search', placeholder: 'ID, name, e-mail, discriminator', maxLength: SEARCH_MAX },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]
