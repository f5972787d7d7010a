import type { FilterField } from '../kit/filters/filter-bar.js'
import { seasonOptions } from './seasons.js'

export const NO_FILTERS = { userId: '', season: '', mode: 'wins' }

export const filterFields = (seasons: readonly string[], chosen: string, nowMs: number) =>
  [
    { name: 'userId', label: 'User ID', placeholder: 'e.g. 42', numeric: true },
    { name: 'season', label: 'Season', options: seasonOptions(seasons, chosen, nowMs) },
    {
      name: 'mode',
      label: 'Order',
      options: [
        { value: 'wins', label: 'By wins' },
        { value: 'played', label: 'By games played' },
      ],
    },
  ] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]
