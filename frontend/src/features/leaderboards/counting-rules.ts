import { COUNTED_AFTER_MS, PAIR_DAILY_MAX, PAIR_SEASON_WINS_MAX } from '@kla/proto/web'

const minutes = (ms: number) => ms / 60_000

/** What counts for the two lists, in sentences, of the constants that the rule itself has (`worthOf`). */
export const countingRules = (): readonly string[] => [
  `Rush games ended before ${minutes(COUNTED_AFTER_MS.rush)} minutes and Stamina games ended before ` +
    `${minutes(COUNTED_AFTER_MS.stamina)} minutes do not count for most games played. ` +
    'A win in one of them does not count for most wins either.',
  `Between the same two people the first ${PAIR_DAILY_MAX} games of a day (UTC) count, for both lists. ` +
    `Of the wins in those, the first ${PAIR_SEASON_WINS_MAX} of a season count for most wins, ` +
    'those of both people together.',
]
