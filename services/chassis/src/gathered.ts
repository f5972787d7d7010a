/** Gathers what is added within one turn of the event loop. */
export interface Gathered<T> {
  add(one: T): void
  /** Hands over what there is, now. */
  empty(): void
}

/** `take` gets what one turn has added, in its order, at the end of the turn. */
export function createGathered<T>(take: (all: readonly T[]) => void): Gathered<T> {
  let gathered: T[] = []
  const empty = (): void => {
    const all = gathered
    gathered = []
    if (all.length > 0) take(all)
  }
  return {
    add(one) {
      if (gathered.push(one) === 1) setImmediate(empty)
    },
    empty,
  }
}
