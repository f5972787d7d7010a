import { ITEM_WORDS, type SeasonView } from '@kla/proto/web'
import { endWords } from '../../shared/time/when-words.js'
import type { Fields } from '../kit/conflict.js'

type Tier = SeasonView['tiers'][number]
type Shown = Pick<SeasonView, 'name' | 'starts_at' | 'ends_at' | 'points_played' | 'points_won' | 'tiers' | 'published'>

const rewardWords = (reward: Tier['free_reward']): string =>
  reward === null ? 'nothing' : `${reward.units} ${ITEM_WORDS[reward.item].many}`

/** Fields that a conflict compares, one for each tier. */
export const seasonFields = (season: Shown): Fields => ({
  Name: season.name,
  State: season.published ? 'Published' : 'Draft',
  Start: endWords(season.starts_at),
  End: endWords(season.ends_at),
  Points: `${season.points_played} for a game played, ${season.points_won} more for a game won`,
  ...Object.fromEntries(
    season.tiers.map(({ tier, points, free_reward, pass_reward }) => [
      `Tier ${tier}`,
      `${points} points: ${rewardWords(free_reward)}, with the pass ${rewardWords(pass_reward)}`,
    ]),
  ),
})

export const thingOf = (id: string): string => `season ${id}`
