import { type BattleResult, COUNTED_AFTER_MS, type Mode, PAIR_DAILY_MAX, PAIR_SEASON_WINS_MAX } from '@kla/proto/web'
import { MODE_WORDS } from '../../../entities/game/game-words.js'

export type Result = NonNullable<BattleResult['result']>

const minutes = (mode: Mode) => COUNTED_AFTER_MS[mode] / 60_000

/** Says whether the battle counts, with the rule where it does not; null while that is open. */
export function countedWords({ counted, not_counted, win_counted, mode }: Result): string | null {
  if (counted === null) return null
  if (counted) {
    return win_counted === false
      ? `Counts as played. Only ${PAIR_SEASON_WINS_MAX} wins a season between the same two players count as wins.`
      : 'This battle counts.'
  }
  switch (not_counted) {
    case 'too-short':
      return `Doesn't count: ${MODE_WORDS[mode].name} battles count after ${minutes(mode)} minutes.`
    case 'interrupted':
      return "Doesn't count: the battle was interrupted."
    case 'pair-limit':
      return `Doesn't count: only your first ${PAIR_DAILY_MAX} battles a day against the same opponent do.`
    case null:
      return "Doesn't count."
  }
}

type Points = NonNullable<Result['points']>

export const gainWords = ({ gained }: Points): string =>
  gained === 0 ? 'No points' : `+${gained} ${gained === 1 ? 'point' : 'points'}`

interface Progress {
  /** Part of the way to the next tier, 0 to 1. */
  share: number
  text: string
}

export function tierProgress({ total, next_tier }: Points): Progress {
  if (next_tier === null) return { share: 1, text: 'Every tier reached' }
  const { tier, points, previous_points: from } = next_tier
  const share = points > from ? (total - from) / (points - from) : 1
  return { share: Math.min(1, Math.max(0, share)), text: `${total} of ${points} to tier ${tier}` }
}

const ASKS_MAX = 15

/** True while the result may still change. `asked`: how often it was read. */
export const isOpen = (result: Result | null | undefined, asked: number): boolean =>
  result?.settled !== true && asked < ASKS_MAX

interface Rematch {
  opponent: string
  /** False for an opponent who joined after the battle. */
  again: boolean
  isReady: boolean
  isOpponentReady: boolean
}

export function rematchWords({ opponent, again, isReady, isOpponentReady }: Rematch): string {
  if (isReady) return `Waiting for ${opponent}…`
  if (isOpponentReady) return again ? `${opponent} wants a rematch` : `${opponent} is ready. Are you?`
  return again ? 'Play again?' : `${opponent} is here. Ready?`
}
