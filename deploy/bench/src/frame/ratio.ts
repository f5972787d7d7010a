import { spreadOf, type Spread } from '@kla/scale'

/** How two series of one figure compare. */
export interface Ratio {
  /** The ratio of the medians: what is judged. */
  readonly ofMedians: number
  /** The ratios of what was measured in the same round: how far the judgement can be trusted. */
  readonly byRound: Spread
}

/** Of `ours` to `theirs`, whose runs of one index were measured in one round. */
export const ratioOf = (ours: readonly number[], theirs: readonly number[]): Ratio => ({
  ofMedians: spreadOf(ours).median / spreadOf(theirs).median,
  byRound: spreadOf(ours.slice(0, theirs.length).map((value, round) => value / (theirs[round] ?? NaN))),
})
