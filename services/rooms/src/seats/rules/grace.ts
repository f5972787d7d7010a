/** Rooms seats about 250 returning players a second. */
const PER_SEAT_MS = 4
const GRACE_MAX_MS = 90_000

/** Grace period of a seat lost together with others. */
export const graceAmong = (graceMs: number, seats: number): number =>
  Math.max(graceMs, Math.min(GRACE_MAX_MS, graceMs + (seats - 1) * PER_SEAT_MS))
