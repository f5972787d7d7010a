/** Longest time between two presses, in milliseconds. */
export const DOUBLE_PRESS_MS = 600

interface Press {
  readonly atMs: number
  readonly layers: readonly object[]
  readonly counts: boolean
}

/**
 * Returns a function that is true for the second of two Escapes, given its time and the layers open before it. An
 * Escape that closes a layer does not count; a layer that stays may take one.
 */
export function createDoublePress(): (atMs: number, layers: readonly object[]) => boolean {
  let last: Press | null = null
  return (atMs, layers) => {
    const lastClosedNothing = last === null || last.layers.every((layer) => layers.includes(layer))
    const known = last !== null && lastClosedNothing ? last.layers : []
    const counts = layers.every((layer) => known.includes(layer))
    const second = counts && last !== null && last.counts && lastClosedNothing && atMs - last.atMs <= DOUBLE_PRESS_MS
    last = second ? null : { atMs, layers, counts }
    return second
  }
}
