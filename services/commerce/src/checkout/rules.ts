import type { PricedCart } from '../catalogue/index.js'
import type { Order } from '../shared/orders.js'

const HOUR_MS = 3_600_000

/** Per account; more is a script, or card testing. */
export const OPEN_ORDERS_MAX = 20
export const OPEN_ORDERS_WINDOW_MS = HOUR_MS

export const ABANDONED_AFTER_MS = 24 * HOUR_MS

export const checkoutExpiresAtMs = (createdAtMs: number): number => createdAtMs + ABANDONED_AFTER_MS - HOUR_MS

export const newOrder = (
  { lines, totalCents, currency }: PricedCart,
  details: Pick<Order, 'id' | 'accountId' | 'provider' | 'createdAtMs'>,
): Order => ({
  ...details,
  sessionId: undefined,
  totalCents,
  currency,
  status: 'open',
  granted: false,
  revision: 0,
  lines: lines.map((line) => ({ ...line, unitsWithdrawn: 0, unitsSpent: 0 })),
})
