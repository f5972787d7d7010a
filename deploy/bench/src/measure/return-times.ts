import { spreadOfTimes } from './numbers.js'

export interface ReturnTimes {
  readonly p50S: number
  readonly p99S: number
  /** Until the last sits again; Infinity while a player is missing. */
  readonly allS: number
}

const MS_PER_SECOND = 1_000

/** `timesMs`: from the loss to the seat, one for each player that came back. `missing`: those that have not. */
export function summaryOfReturns(timesMs: readonly number[], missing: number): ReturnTimes {
  const { p50, p99, max } = spreadOfTimes(timesMs)
  return { p50S: p50 / MS_PER_SECOND, p99S: p99 / MS_PER_SECOND, allS: missing > 0 ? Infinity : max / MS_PER_SECOND }
}
