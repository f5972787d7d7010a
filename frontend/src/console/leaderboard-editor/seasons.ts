import { ALL_SEASONS, seasonOf } from '@kla/proto/web'
import type { FilterField } from '../kit/filter-bar.js'

/** Season of the filter; the current one if empty, so that links stay current. */
export const seasonMeant = (filter: string, nowMs: number): string => filter || seasonOf(nowMs)

export function seasonOptions(seasons: readonly string[], chosen: string, nowMs: number) {
  const running = seasonOf(nowMs)
  const listed = [...new Set([...seasons, chosen])].filter(
    (season) => season !== '' && season !== running && season !== ALL_SEASONS,
  )
  return [
    { value: '', label: running },
    // Newest first: names sort chronologically.
    ...listed
      .sort()
      .reverse()
      .map((season) => ({ value: season, label: season })),
    { value: ALL_SEASONS, label: 'All seasons' },
    ...(chosen === running ? [{ value: running, label: running }] : []),
  ]
}

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
