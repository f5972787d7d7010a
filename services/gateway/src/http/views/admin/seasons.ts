import type { Season } from '@kla/proto'
import type { SeasonEdit, SeasonView } from '@kla/proto/web'
import { millisecondsOf } from '../../query.js'
import { passTierView } from '../pass.js'
import { rewardOf } from '../rewards.js'
import { isoOf } from '../values.js'

export const seasonView = (season: Season): SeasonView => ({
  id: season.id,
  name: season.name,
  starts_at: isoOf(season.startsAtMs),
  ends_at: isoOf(season.endsAtMs),
  points_played: season.pointsPlayed,
  points_won: season.pointsWon,
  tiers: season.tiers.map(passTierView),
  published: season.published,
  version: season.version,
})

/** What an editor wants a season to be. Throws INVALID_FIELD for a day that there is not. */
export const seasonOf = (id: string, edit: SeasonEdit): Season => ({
  id,
  name: edit.name,
  startsAtMs: millisecondsOf(edit.starts_at),
  endsAtMs: millisecondsOf(edit.ends_at),
  pointsPlayed: edit.points_played,
  pointsWon: edit.points_won,
  tiers: edit.tiers.map(({ tier, points, free_reward, pass_reward }) => ({
    tier,
    points,
    freeReward: rewardOf(free_reward),
    passReward: rewardOf(pass_reward),
  })),
  published: false,
  version: edit.version,
})
