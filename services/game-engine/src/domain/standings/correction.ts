import { CORRECTION_MAX, REASON_MAX } from '@kla/proto/web'
import type { Refusal } from '../step.js'
import { isNothing, sumOf, type Figures } from './figures.js'
import { isQuarter } from './season.js'
import { isUuid } from './uuid.js'

/** What is added to, or with negative figures taken from, what an account has in a season. */
export interface WantedCorrection extends Figures {
  readonly id: string
  readonly accountId: number
  /** A quarter. */
  readonly season: string
  readonly reason: string
}

export interface Correction extends WantedCorrection {
  readonly madeBy: { readonly id: number; readonly name: string }
  readonly madeAtMs: number
  /** The correction that this one undoes. */
  readonly reverses: string | undefined
  /** The correction that undoes this one. */
  readonly reversedBy: string | undefined
}

// PostgreSQL has no room for a zero in a text.
const REASON = new RegExp(`^[^\\0]{1,${REASON_MAX}}$`, 'u')

/** A reason without space around it; refused if nothing is left, or too much. */
export function checkedReason(given: string): { readonly reason: string } | Refusal {
  const reason = given.trim()
  return REASON.test(reason) ? { reason } : { refused: 'INVALID_FIELD' }
}

/** A correction as it was asked for, if it is one. */
export function checkedCorrection(given: WantedCorrection): WantedCorrection | Refusal {
  const checked = checkedReason(given.reason)
  if ('refused' in checked) return checked
  const sound =
    isUuid(given.id) &&
    Number.isSafeInteger(given.accountId) &&
    given.accountId > 0 &&
    isQuarter(given.season) &&
    isDifference(given.gamesWon) &&
    isDifference(given.gamesPlayed) &&
    !isNothing(given)
  return sound ? { ...given, id: given.id.toLowerCase(), ...checked } : { refused: 'INVALID_FIELD' }
}

const isDifference = (figure: number): boolean => Number.isInteger(figure) && Math.abs(figure) <= CORRECTION_MAX

/** Whether somebody who has `figures` would not be left with less than nothing. */
export function staysAboveNothing(figures: Figures, difference: Figures): boolean {
  const { gamesWon, gamesPlayed } = sumOf(figures, difference)
  return gamesWon >= 0 && gamesPlayed >= 0
}

/** Whether a correction is what is asked for under its id once more. */
export const isRepeatOf = (made: Correction, wanted: WantedCorrection): boolean =>
  made.reverses === undefined &&
  made.accountId === wanted.accountId &&
  made.season === wanted.season &&
  made.gamesWon === wanted.gamesWon &&
  made.gamesPlayed === wanted.gamesPlayed &&
  made.reason === wanted.reason
