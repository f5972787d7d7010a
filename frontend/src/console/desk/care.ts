import { JOB_CLOCKS_MS, type ReportCategory } from '@kla/proto/web'

/** Categories due within twelve hours are hard to look at. */
const HARD_WITHIN_MS = 12 * 3_600_000
/** Decided hard jobs within this time that suggest a break. Safety design W7. */
export const BREAK_AFTER = 6
export const BREAK_WITHIN_MS = 3_600_000

export const isHard = (category: ReportCategory): boolean => JOB_CLOCKS_MS[category] <= HARD_WITHIN_MS

/** Notes when hard jobs were decided, on this page alone. */
export interface Care {
  /** Returns true if it is time to suggest a break, which starts the count again. */
  decided: (category: ReportCategory, nowMs: number) => boolean
}

export function createCare(): Care {
  let times: readonly number[] = []
  return {
    decided: (category, nowMs) => {
      if (!isHard(category)) return false
      times = [...times.filter((atMs) => nowMs - atMs < BREAK_WITHIN_MS), nowMs]
      if (times.length < BREAK_AFTER) return false
      times = []
      return true
    },
  }
}
