import { ALL_SEASONS, seasonSpan } from '@kla/proto/web'

const month = (timeMs: number) => new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' }).format(timeMs)

/** What a season is called: its months, as seasons are quarters in UTC. */
export function seasonWords(season: string): string {
  if (season === ALL_SEASONS) return 'All time'
  const { startsMs, endsMs } = seasonSpan(season)
  return `${month(startsMs)} – ${month(endsMs - 1)} ${new Date(startsMs).getUTCFullYear()}`
}

/** What can be chosen: all time first, then the seasons there are, newest first. */
export const seasonOptions = (seasons: readonly string[]) =>
  [ALL_SEASONS, ...seasons].map((season) => ({ value: season, label: seasonWords(season) }))
