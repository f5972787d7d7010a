/** How many battles go on at once, and how fast. */
export interface Pace {
  readonly name: string
  readonly battles: number
  /** How long the phases last, milliseconds. Nobody picks: each ends by its deadline. */
  readonly promptMs: number
  readonly showMs: number
  /** Over which time battles begin, milliseconds: whole rounds, so that deadlines lie evenly. */
  readonly beginOverMs: number
  /** Whole rounds as well. */
  readonly windowMs: number
  /** The most that the 99th percentile of lateness may be, milliseconds. */
  readonly latestMs: number
}

/** The product's own durations, then an eighth of them: 10,000 battles change 3,200 times a second. */
export const PACES: readonly Pace[] = [
  {
    ...{ name: '10,000 battles in real time', battles: 10_000, latestMs: 25 },
    ...{ promptMs: 10_000, showMs: 40_000, beginOverMs: 50_000, windowMs: 50_000 },
  },
  {
    ...{ name: '3,200 changes a second', battles: 10_000, latestMs: 50 },
    ...{ promptMs: 1_250, showMs: 5_000, beginOverMs: 50_000, windowMs: 31_250 },
  },
]

export const QUICK_PACES: readonly Pace[] = [
  {
    ...{ name: '200 quick battles', battles: 200, latestMs: 25 },
    ...{ promptMs: 500, showMs: 1_500, beginOverMs: 2_000, windowMs: 4_000 },
  },
]
