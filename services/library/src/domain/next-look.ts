const FIRST_MS = 60_000
const LONGEST_MS = 6 * 3_600_000
/** About four days. */
const LOOKS_MAX = 24

/**
 * How long to wait before an address that did not answer is looked at again, after so many looks in a row. Undefined:
 * no more, unless an administrator asks.
 */
export const nextLookMs = (looks: number): number | undefined =>
  looks >= LOOKS_MAX ? undefined : Math.min(FIRST_MS * 2 ** (looks - 1), LONGEST_MS)
