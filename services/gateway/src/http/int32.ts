const MIN = -(2 ** 31)
const MAX = 2 ** 31 - 1

/**
 * A whole number as the contract between services carries it. One that does not fit becomes the nearest that does,
 * which the service refuses; the wire would cut it to a plausible one, and 4294967297 of something would be 1.
 */
export const int32 = (value: number): number => Math.min(MAX, Math.max(MIN, value))
