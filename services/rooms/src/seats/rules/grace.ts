/** Rooms seats about 250 returning players a second besides its usual work. */
const PER_SEAT_MS = 4
/** Limit for any number of lost seats. */
const GRACE_MAX_MS = 90_000

/** Milliseconds that a connection lost together with others keeps its seat. */
export const graceAmong = (graceMs: number, seats: number): number =>
  Math.max(graceMs, Math.min(GRACE_MAX_MS, graceMs + (seats - 1) * PER_SEAT_MS))
