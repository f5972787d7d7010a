import type { Refused } from '@kla/chassis'
import {
  bringsWinsAboveGames,
  CORRECTION_MAX,
  FIRST_SEASON,
  invalidInput,
  isCorrectable,
  isUuid,
  REASON_MAX,
  refusedField,
  visibleText,
} from '@kla/proto/web'
import { type Figures, isZero, sumOf } from './figures.js'
import { isQuarter } from './leaderboard.js'

/** Change of a player's figures in a quarter; may be negative. */
export interface WantedCorrection extends Figures {
  readonly id: string
  readonly accountId: number
  readonly season: string
  readonly reason: string
}

/** A stored correction and who made it. */
export interface Correction extends WantedCorrection {
  readonly madeBy: { readonly id: number; readonly name: string }
  readonly madeAtMs: number
  readonly reverses: string | undefined
  readonly reversedBy: string | undefined
}

export function checkedReason(given: string): { readonly reason: string } | Refused {
  const reason = visibleText(given)
  return reason !== '' && [...reason].length <= REASON_MAX ? { reason } : refusedField('reason')
}

export function checkedCorrection(given: WantedCorrection, nowMs: number): WantedCorrection | Refused {
  const checked = checkedReason(given.reason)
  if ('refused' in checked) return checked
  const sound =
    isUuid(given.id) &&
    Number.isSafeInteger(given.accountId) &&
    given.accountId > 0 &&
    isQuarter(given.season) &&
    isDifference(given.gamesWon) &&
    isDifference(given.gamesPlayed) &&
    !isZero(given)
  if (sound && !isCorrectable(given.season, nowMs)) return invalidInput(OTHER_SEASON)
  return sound ? { ...given, id: given.id.toLowerCase(), ...checked } : { refused: 'INVALID_FIELD' }
}

const isDifference = (figure: number): boolean => Number.isInteger(figure) && Math.abs(figure) <= CORRECTION_MAX

const OTHER_SEASON = `Seasons from ${FIRST_SEASON} to the one that runs can be corrected.`
const WINS_ABOVE_GAMES = 'That would leave more games won than played.'

export function refusalOf(figures: Figures, difference: Figures): Refused | undefined {
  const { gamesWon, gamesPlayed } = sumOf(figures, difference)
  if (gamesWon < 0 || gamesPlayed < 0) return { refused: 'BELOW_ZERO' }
  return bringsWinsAboveGames(figures, difference) ? invalidInput(WINS_ABOVE_GAMES) : undefined
}

export const isRepeatOf = (made: Correction, wanted: WantedCorrection): boolean =>
  made.reverses === undefined &&
  made.accountId === wanted.accountId &&
  made.season === wanted.season &&
  made.gamesWon === wanted.gamesWon &&
  made.gamesPlayed === wanted.gamesPlayed &&
  made.reason === wanted.reason
