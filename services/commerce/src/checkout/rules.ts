const HOUR_MS = 3_600_000

/** An account may have this many open orders of the last hour: more is a script, or somebody trying cards. */
export const OPEN_ORDERS_MAX = 20
export const OPEN_ORDERS_WITHIN_MS = HOUR_MS

/** An order that nobody has paid is given up after this. */
export const ABANDONED_AFTER_MS = 24 * HOUR_MS

/** When a checkout can no longer be paid: before its order is given up. */
export const checkoutExpiresAtMs = (createdAtMs: number): number => createdAtMs + ABANDONED_AFTER_MS - HOUR_MS
