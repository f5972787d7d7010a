import { LATENESS_OBJECTIVE_MS, percentile } from '@kla/bots'

/** When players saw a phase that a deadline began, and how late that was; milliseconds. */
export type Lateness = readonly [seenAtMs: number, lateMs: number]

/** Phases that players saw within some seconds. */
export interface Window {
  /** End of the window, seconds after the load rose. */
  readonly endsAfter: number
  readonly phases: number
  readonly p99Ms: number
}

const WINDOW_SECONDS = 10

/** Returns the lateness of phases since the load rose, in windows of ten seconds. */
export function windowsOf(late: readonly Lateness[], roseAtMs: number): readonly Window[] {
  const windows = new Map<number, number[]>()
  for (const [seenAtMs, lateMs] of late) {
    const index = Math.floor((seenAtMs - roseAtMs) / (WINDOW_SECONDS * 1_000))
    if (index < 0) continue
    const within = windows.get(index) ?? []
    windows.set(index, within)
    within.push(lateMs)
  }
  return [...windows]
    .sort(([one], [other]) => one - other)
    .map(([index, values]) => ({
      endsAfter: (index + 1) * WINDOW_SECONDS,
      phases: values.length,
      p99Ms: percentile(values, 0.99),
    }))
}

/** Returns the seconds until phases are in time for good: the end of the last window that is not. */
export const recoveredAfter = (windows: readonly Window[]): number =>
  windows.findLast(({ p99Ms }) => p99Ms >= LATENESS_OBJECTIVE_MS)?.endsAfter ?? 0
