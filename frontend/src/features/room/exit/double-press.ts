/** Between two presses at most. */
export const DOUBLE_PRESS_MS = 600

/** Returns what takes the time of a press, and says whether it is the second of two. */
export function createDoublePress(): (atMs: number) => boolean {
  let first: number | null = null
  return (atMs) => {
    const second = first !== null && atMs - first <= DOUBLE_PRESS_MS
    first = second ? null : atMs
    return second
  }
}
