import type { Database } from '@kla/chassis'
import type { Item, ORDER_STATUSES, PAYMENT_PROVIDERS } from '@kla/proto/web'

export type OrderStatus = (typeof ORDER_STATUSES)[number]

export interface PricedLine {
  readonly itemId: number
  readonly name: string
  readonly unitCents: number
  readonly quantity: number
  readonly item: Item
  /** Quantity times pack size. */
  readonly units: number
}

export interface OrderLine extends PricedLine, Claimed {}

export interface Claimed {
  /** Taken back while unspent. */
  readonly unitsWithdrawn: number
  /** Due back, but spent already. */
  readonly unitsSpent: number
}

export interface Order {
  readonly id: string
  readonly accountId: number
  readonly provider: (typeof PAYMENT_PROVIDERS)[number]
  /** The provider's id of the checkout; undefined until it is open. */
  readonly sessionId: string | undefined
  readonly totalCents: number
  readonly currency: string
  readonly status: OrderStatus
  readonly granted: boolean
  readonly revision: number
  readonly createdAtMs: number
  readonly lines: readonly OrderLine[]
}

interface OrderRow {
  readonly id: string
  readonly account_id: number
  readonly provider: Order['provider']
  readonly session_id: string | null
  readonly total_cents: number
  readonly currency: string
  readonly status: Order['status']
  readonly granted: boolean
  readonly revision: number
  readonly created_at: Date
  readonly lines: readonly LineRow[]
}

interface LineRow {
  readonly item_id: number
  readonly name: string
  readonly unit_cents: number
  readonly quantity: number
  readonly item: Item
  readonly units: number
  readonly units_withdrawn: number
  readonly units_spent: number
}

/** `rest` follows FROM and may name the order as `o`. */
export async function selectOrders(
  database: Pick<Database, 'query'>,
  rest: string,
  values: readonly unknown[],
): Promise<Order[]> {
  const { rows } = await database.query<OrderRow>(
    `SELECT o.*, (SELECT json_agg(l ORDER BY l.item_id) FROM order_lines AS l WHERE l.order_id = o.id) AS lines
     FROM orders AS o ${rest}`,
    [...values],
  )
  return rows.map(toOrder)
}

const toOrder = (row: OrderRow): Order => ({
  id: row.id,
  accountId: row.account_id,
  provider: row.provider,
  sessionId: row.session_id ?? undefined,
  totalCents: row.total_cents,
  currency: row.currency,
  status: row.status,
  granted: row.granted,
  revision: row.revision,
  createdAtMs: row.created_at.getTime(),
  lines: row.lines.map(toLine),
})

const toLine = (row: LineRow): OrderLine => ({
  itemId: row.item_id,
  name: row.name,
  unitCents: row.unit_cents,
  quantity: row.quantity,
  item: row.item,
  units: row.units,
  unitsWithdrawn: row.units_withdrawn,
  unitsSpent: row.units_spent,
})
