import { percentile } from '../lateness.js'

/** A change, in seconds from the beginning. */
export interface Mark {
  readonly label: string
  readonly fromS: number
  readonly toS: number
}

/** The deadlines of a few seconds. */
export interface Slice {
  /** Its beginning, in seconds from the beginning of all. */
  readonly atS: number
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface TimelineData {
  readonly title: string
  readonly sliceS: number
  readonly marks: readonly Mark[]
  readonly slices: readonly Slice[]
}

/** How late phases began over time, and what was done meanwhile. */
export interface Timeline {
  late(lateMs: number): void
  /** Unix milliseconds. */
  mark(label: string, fromMs: number, toMs: number): void
  data(title: string): TimelineData
}

// Some hundreds of deadlines each when hundreds of battles are on: a 99th percentile means something.
const SLICE_S = 2

/** Begins with the slice in which something is told first. */
export function createTimeline(now: () => number = Date.now): Timeline {
  const beganAt = now()
  const seconds = (atMs: number): number => (atMs - beganAt) / 1000
  const slices = new Map<number, number[]>()
  const marks: Mark[] = []
  return {
    late(lateMs) {
      const index = Math.floor(seconds(now()) / SLICE_S)
      const values = slices.get(index)
      if (values) values.push(lateMs)
      else slices.set(index, [lateMs])
    },
    mark: (label, fromMs, toMs) => void marks.push({ label, fromS: seconds(fromMs), toS: seconds(toMs) }),
    data(title) {
      const firstS = Math.min(...[...slices.keys()].map((index) => index * SLICE_S), ...marks.map(({ fromS }) => fromS))
      const originS = Number.isFinite(firstS) ? Math.floor(firstS / SLICE_S) * SLICE_S : 0
      return {
        ...{ title, sliceS: SLICE_S },
        marks: marks.map(({ label, fromS, toS }) => ({ label, fromS: fromS - originS, toS: toS - originS })),
        slices: [...slices]
          .sort(([one], [other]) => one - other)
          .map(([index, values]) => ({
            atS: index * SLICE_S - originS,
            count: values.length,
            p50Ms: percentile(values, 0.5),
            p99Ms: percentile(values, 0.99),
            maxMs: percentile(values, 1),
          })),
      }
    },
  }
}
