const QUIET_MS = 5 * 60_000

/** What decides about a notification; counts are undefined while not known. */
export interface Moment {
  readonly before: number | undefined
  readonly searching: number | undefined
  readonly looking: boolean
  readonly nowMs: number
  readonly notifiedAtMs: number | null
}

/** True when the first search begins while the player looks elsewhere, once in five minutes. */
export const isWorthNotifying = ({ before, searching, looking, nowMs, notifiedAtMs }: Moment): boolean =>
  before === 0 &&
  searching !== undefined &&
  searching > 0 &&
  !looking &&
  (notifiedAtMs === null || nowMs - notifiedAtMs >= QUIET_MS)
