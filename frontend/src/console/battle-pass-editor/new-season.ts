import { PASS_NAME_MAX, type SeasonEdit } from '@kla/proto/web'
import { fromLocalField } from '../kit/moments/local-moment.js'

/** What a season needs to begin with; the rest is written in the editor. */
export interface NewSeason {
  name: string
  startsAt: string
  endsAt: string
}

/** A game played counts as much as one won counts more. */
const POINTS_FIRST = 10

/** What keeps it from being created. */
export function newSeasonErrors({ name, startsAt, endsAt }: NewSeason): Partial<NewSeason> {
  const [start, end] = [fromLocalField(startsAt), fromLocalField(endsAt)]
  return {
    ...((name.trim() === '' || name.trim().length > PASS_NAME_MAX) && { name: 'A name is required.' }),
    ...(start === null && { startsAt: 'A day and a time are required.' }),
    ...(end === null && { endsAt: 'A day and a time are required.' }),
    ...(start !== null && end !== null && end <= start && { endsAt: 'It has to end after its start.' }),
  }
}

/** What is sent of one without errors. */
export const toNewSeason = ({ name, startsAt, endsAt }: NewSeason): SeasonEdit => ({
  name: name.trim(),
  starts_at: fromLocalField(startsAt) ?? '',
  ends_at: fromLocalField(endsAt) ?? '',
  points_played: POINTS_FIRST,
  points_won: POINTS_FIRST,
  tiers: [],
  version: 0,
})
