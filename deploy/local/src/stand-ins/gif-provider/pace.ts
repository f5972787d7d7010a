/** How many requests the provider bears. */
export interface Pace {
  /** Whether one more may come now; each that may counts. */
  allows(): boolean
  /** Turns the next requests away. */
  refuseNext(requests: number): void
}

const WINDOW_MS = 60_000

/** At most so many requests in any minute. */
export function createPace(perMinute: number, now: () => number = Date.now): Pace {
  let refused = 0
  let recent: number[] = []
  return {
    allows() {
      if (refused > 0) {
        refused--
        return false
      }
      recent = recent.filter((at) => at > now() - WINDOW_MS)
      if (recent.length >= perMinute) return false
      recent.push(now())
      return true
    },
    refuseNext(requests) {
      refused = requests
    },
  }
}
