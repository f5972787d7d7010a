interface Place {
  /** The entry that has the focus, or -1. */
  focused: number
  /** The entry that had it before it went elsewhere, or -1. */
  last: number
}

/**
 * The entry that a step leads to; -1 where there is none. From a row to its neighbour, at most to the ends; from
 * elsewhere back to where one was, or to what has taken that place; else to the end that one comes from.
 */
export function target({ focused, last }: Place, step: 1 | -1, count: number): number {
  if (focused >= 0) return Math.min(Math.max(focused + step, 0), count - 1)
  if (last >= 0) return Math.min(last, count - 1)
  return step === 1 ? Math.min(0, count - 1) : count - 1
}
