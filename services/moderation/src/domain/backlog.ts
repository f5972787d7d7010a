/** What waits for a moderator: how many, and since when the oldest, seconds; 0 when there is none. */
export interface Backlog {
  /** Reports that only those may see who may see the grave ones. */
  readonly childSafety: number
  readonly childSafetyOldest: number
  readonly reports: number
  readonly reportsOldest: number
  readonly tickets: number
  readonly ticketsOldest: number
}

export const BACKLOG_PARTS = [
  'childSafety',
  'childSafetyOldest',
  'reports',
  'reportsOldest',
  'tickets',
  'ticketsOldest',
] as const satisfies readonly (keyof Backlog)[]
