import type { Refused } from '@kla/chassis'
import { CART_LINES_MAX, CATALOGUE, CURRENCY, type Reason, type ShopItem } from '@kla/proto/web'
import type { Order, PricedLine } from '../shared/rules.js'

const PASSES: ReadonlySet<number> = new Set(
  CATALOGUE.filter(({ grants }) => grants.item === 'battle_passes').map(({ id }) => id),
)

/** Items on sale; a Battle Pass only while a season runs. */
export const onSaleNow = (sold: readonly number[], seasonRuns: boolean): readonly number[] =>
  seasonRuns ? sold : sold.filter((id) => !PASSES.has(id))

interface CartLine {
  readonly itemId: number
  readonly quantity: number
}

interface PricedCart {
  readonly lines: readonly PricedLine[]
  readonly totalCents: number
  readonly currency: string
}

export function priceCart(cart: readonly CartLine[], onSale: readonly number[]): PricedCart | Refused {
  const ids = new Set(cart.map(({ itemId }) => itemId))
  if (cart.length === 0 || cart.length > CART_LINES_MAX || ids.size < cart.length) return { refused: 'CART_INVALID' }
  const lines: PricedLine[] = []
  for (const { itemId, quantity } of cart) {
    const item = CATALOGUE.find(({ id }) => id === itemId)
    if (!item) return { refused: 'ITEM_NOT_FOUND' }
    const fault = faultOf(item, quantity, onSale)
    if (fault) return { refused: fault }
    lines.push(priceLine(item, quantity))
  }
  return { lines, totalCents: lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0), currency: CURRENCY }
}

function faultOf(item: ShopItem, quantity: number, onSale: readonly number[]): Reason | undefined {
  if (!onSale.includes(item.id)) return 'ITEM_NOT_ON_SALE'
  if (!Number.isInteger(quantity) || quantity < 1) return 'CART_INVALID'
  return quantity > item.maxPerPurchase ? 'QUANTITY_LIMIT' : undefined
}

const priceLine = ({ id, name, priceCents, grants }: ShopItem, quantity: number): PricedLine => ({
  itemId: id,
  name,
  unitCents: priceCents,
  quantity,
  item: grants.item,
  units: quantity * grants.units,
})

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

const HOUR_MS = 3_600_000

/** More open orders mean a script or card testing. */
const OPEN_ORDERS_MAX = 20
export const OPEN_ORDERS_WINDOW_MS = HOUR_MS

/** Refuses a new order above the account's `openOrders`. */
export const refuseOrder = (openOrders: number): Refused | undefined =>
  openOrders >= OPEN_ORDERS_MAX ? { refused: 'RATE_LIMITED' } : undefined

export const ABANDONED_AFTER_MS = 24 * HOUR_MS

export const checkoutExpiresAtMs = (createdAtMs: number): number => createdAtMs + ABANDONED_AFTER_MS - HOUR_MS
