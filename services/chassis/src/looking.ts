export interface LookingOptions {
  /**
   * Every place is looked at after this at the latest, milliseconds. What is put down at a place is found in time if it
   * never falls due sooner than this.
   */
  readonly atMostMs: number
  /** A clock that never goes back, milliseconds. */
  readonly uptimeMs?: () => number
}

/**
 * Remembers where something falls due and when, as the last look there told: places where nothing can be due need not be
 * asked about many times a second.
 */
export interface Looking<Place> {
  /** Those of `places` that are to be looked at now. */
  due(places: readonly Place[]): Place[]
  /** A look there has succeeded; the next thing falls due in `nextInMs`, Infinity: nothing does. */
  looked(place: Place, nextInMs: number): void
}

export function createLooking<Place>({ atMostMs, uptimeMs = () => performance.now() }: LookingOptions): Looking<Place> {
  const lookAt = new Map<Place, number>()
  return {
    due: (places) => places.filter((place) => (lookAt.get(place) ?? 0) <= uptimeMs()),
    looked: (place, nextInMs) => void lookAt.set(place, uptimeMs() + Math.min(nextInMs, atMostMs)),
  }
}
