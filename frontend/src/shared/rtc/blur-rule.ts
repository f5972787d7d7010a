/** A frame that takes longer leaves too little for everything else. */
const SLOWEST_MS = 20
const FEWEST = 3

export const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Whether the frames of a second took too long for this machine. */
export const isTooSlow = (durationsMs: readonly number[]): boolean =>
  durationsMs.length >= FEWEST && medianOf(durationsMs) > SLOWEST_MS
