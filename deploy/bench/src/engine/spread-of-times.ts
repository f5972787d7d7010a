import { percentile } from '../bots/index.js'

/** Milliseconds. */
export interface TimesSpread {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export const spreadOfTimes = (times: readonly number[]): TimesSpread => ({
  count: times.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  max: percentile(times, 1),
})
