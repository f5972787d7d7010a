import type { Item, ORDER_STATUSES, PAYMENT_PROVIDERS } from '@kla/proto/web'

export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** A line as it was priced when the order was made. */
export interface PricedLine {
  readonly itemId: number
  readonly name: string
  readonly unitCents: number
  readonly quantity: number
  readonly item: Item
  /** Items that the line grants: quantity times the size of the pack. */
  readonly units: number
}

export interface OrderLine extends PricedLine, Claimed {}

/** What refund and dispute have claimed of a line so far. */
export interface Claimed {
  /** Taken back, because it was unspent. */
  readonly unitsWithdrawn: number
  /** Due back, but spent already. */
  readonly unitsSpent: number
}

export interface Order {
  readonly id: string
  readonly accountId: number
  readonly provider: (typeof PAYMENT_PROVIDERS)[number]
  /** The provider's name of the checkout; undefined until it is open. */
  readonly sessionId: string | undefined
  readonly totalCents: number
  readonly currency: string
  readonly status: OrderStatus
  /** Whether the ledger has the purchase. */
  readonly granted: boolean
  /** Rises with each change. */
  readonly revision: number
  readonly createdAtMs: number
  readonly lines: readonly OrderLine[]
}
