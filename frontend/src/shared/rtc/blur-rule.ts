import { medianOf } from './median.js'

const SLOWEST_MS = 20
const FEWEST = 3

/** Judges a second's frame durations. */
export const isTooSlow = (durationsMs: readonly number[]): boolean =>
  durationsMs.length >= FEWEST && medianOf(durationsMs) > SLOWEST_MS
