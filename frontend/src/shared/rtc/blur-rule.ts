import { medianOf } from './median.js'

/** A frame that takes longer leaves too little for everything else. */
const SLOWEST_MS = 20
const FEWEST = 3

/** Whether the frames of a second took too long for this machine. */
export const isTooSlow = (durationsMs: readonly number[]): boolean =>
  durationsMs.length >= FEWEST && medianOf(durationsMs) > SLOWEST_MS
