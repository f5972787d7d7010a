import { type BattleResult, COUNTED_AFTER_MS, PAIR_DAILY_MAX, PAIR_SEASON_WINS_MAX } from '@kla/proto/web'
import { MODE_WORDS } from '../../../entities/game/game-words.js'
import { COUNTED, PASS_POINTS, REMATCH } from '../../../texts/room-battle.js'

export type Result = NonNullable<BattleResult['result']>

/** Says whether the battle counts, with the rule where it does not; null while that is open. */
export function countedWords({ counted, not_counted, win_counted, mode }: Result): string | null {
  if (counted === null) return null
  if (counted) {
    return win_counted === false ? COUNTED.winDoesNotCount({ wins: PAIR_SEASON_WINS_MAX }) : COUNTED.counts
  }
  switch (not_counted) {
    case 'too-short':
      return COUNTED.tooShort({ mode: MODE_WORDS[mode].name, minutes: COUNTED_AFTER_MS[mode] / 60_000 })
    case 'interrupted':
      return COUNTED.interrupted
    case 'pair-limit':
      return COUNTED.pairLimit({ battles: PAIR_DAILY_MAX })
    case null:
      return COUNTED.unexplained
  }
}

type Points = NonNullable<Result['points']>

export const gainWords = ({ gained }: Points): string => PASS_POINTS.gained({ points: gained })

interface Progress {
  /** Part of the way to the next tier, 0 to 1. */
  share: number
  text: string
}

export function tierProgress({ total, next_tier }: Points): Progress {
  if (next_tier === null) return { share: 1, text: PASS_POINTS.complete }
  const { tier, points, previous_points: from } = next_tier
  const share = points > from ? (total - from) / (points - from) : 1
  return { share: Math.min(1, Math.max(0, share)), text: PASS_POINTS.toTier({ total, points, tier }) }
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
  if (isReady) return REMATCH.waitingFor({ opponent })
  if (isOpponentReady) return again ? REMATCH.wanted({ opponent }) : REMATCH.newOpponentReady({ opponent })
  return again ? REMATCH.offered : REMATCH.newOpponent({ opponent })
}
