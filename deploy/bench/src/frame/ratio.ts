import { spreadOf, type Spread } from '../units/index.js'

/** How two series of one figure compare. */
export interface Ratio {
  /** The ratio of the medians: what is judged. */
  readonly ofMedians: number
  /** The ratios of what was measured in the same round: how far the judgement can be trusted. */
  readonly byRound: Spread
}

/** Not a number where nothing was measured: that reaches no target. */
export const medianOf = (values: readonly number[]): number => (values.length === 0 ? NaN : spreadOf(values).median)

/** Of `ours` to `theirs`, whose runs of one index were measured in one round. */
export const ratioOf = (ours: readonly number[], theirs: readonly number[]): Ratio => ({
  ofMedians: medianOf(ours) / medianOf(theirs),
  byRound: spreadOf(ours.slice(0, theirs.length).map((value, round) => value / (theirs[round] ?? NaN))),
})
