/** Rooms seats about 250 returning players a second beside its usual work. */
const PER_SEAT_MS = 4
/** However many were lost. */
const GRACE_MAX_MS = 90_000

/** Milliseconds that a lost connection keeps its seat, one of so many lost at once. */
export const graceAmong = (graceMs: number, seats: number): number =>
  Math.max(graceMs, Math.min(GRACE_MAX_MS, graceMs + (seats - 1) * PER_SEAT_MS))
