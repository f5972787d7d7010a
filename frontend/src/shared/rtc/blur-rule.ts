import { medianOf } from './median.js'

/** A slower frame leaves too little time for everything else. */
const SLOWEST_MS = 20
const FEWEST = 3

/** True if a second's frames took too long for this machine. */
export const isTooSlow = (durationsMs: readonly number[]): boolean =>
  durationsMs.length >= FEWEST && medianOf(durationsMs) > SLOWEST_MS
