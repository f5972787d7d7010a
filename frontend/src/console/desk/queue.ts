import type { JobView } from '@kla/proto/web'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Rounded down to one unit: '5 min', '2 h', '3 d'. */
export function spanWords(ms: number): string {
  if (ms < MINUTE_MS) return 'under 1 min'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`
}

const SOON_MS = 15 * MINUTE_MS

/** When a job is due, in words, and how urgent that is. */
export interface Due {
  words: string
  urgency: 'later' | 'soon' | 'overdue'
}

export function dueOf({ due_at }: Pick<JobView, 'due_at'>, nowMs: number): Due {
  const leftMs = Date.parse(due_at) - nowMs
  if (leftMs <= 0) return { words: `overdue ${spanWords(-leftMs)}`, urgency: 'overdue' }
  return { words: `due in ${spanWords(leftMs)}`, urgency: leftMs <= SOON_MS ? 'soon' : 'later' }
}

/** True while another administrator's claim holds. */
export const isOthers = (
  { claimed_by_id, claimed_until }: Pick<JobView, 'claimed_by_id' | 'claimed_until'>,
  me: number | undefined,
  nowMs: number,
): boolean =>
  claimed_by_id !== null && claimed_by_id !== me && claimed_until !== null && Date.parse(claimed_until) > nowMs
