const AT_FIRST = 100
const PER_SECOND = 50
/** Anybody is better than nobody for who has waited this long. */
const ANYBODY_AFTER_MS = 20_000

/** How far apart in rating two may be when the one of them who has waited longer has waited for `waitMs`. */
export const reach = (waitMs: number): number =>
  waitMs >= ANYBODY_AFTER_MS ? Number.POSITIVE_INFINITY : AT_FIRST + (Math.max(0, waitMs) / 1_000) * PER_SECOND
