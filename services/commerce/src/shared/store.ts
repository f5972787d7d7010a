import { type Database, setClientTimeout, type Transaction } from '@kla/chassis'
import type { Item } from '@kla/proto/web'
import type { Order, OrderLine } from './rules.js'

/** Serializes a player's spending. Lock order: payment, order, account. */
export const lockAccount = (tx: Transaction, accountId: number): Promise<void> => lock(tx, `account:${accountId}`)

export const lockPayment = (tx: Transaction, provider: string, paymentId: string): Promise<void> =>
  lock(tx, `payment:${provider}:${paymentId}`)

/** Locks a pair; call after {@link shareSeasons}. */
export const lockPair = (tx: Transaction, lowId: number, highId: number): Promise<void> =>
  lock(tx, `pair:${lowId}:${highId}`)

/** Lets results count together while seasons cannot change. */
export const shareSeasons = (tx: Transaction): Promise<void> => awaitSeasons(tx, 'pg_advisory_xact_lock_shared')

export const lockSeasons = (tx: Transaction): Promise<void> => awaitSeasons(tx, 'pg_advisory_xact_lock')

/** Recounting takes longer than other statements may. */
const SEASONS_WITHIN_MS = 60_000

async function awaitSeasons(tx: Transaction, take: Take): Promise<void> {
  setClientTimeout(tx, SEASONS_WITHIN_MS)
  await tx.query(
    `SET LOCAL statement_timeout = ${SEASONS_WITHIN_MS};
     SELECT ${take}(hashtextextended(current_schema() || ':pass-seasons', 0));
     SET LOCAL statement_timeout TO DEFAULT`,
  )
  setClientTimeout(tx)
}

type Take = 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'

async function lock(tx: Transaction, name: string): Promise<void> {
  // Advisory locks are global, hence the schema.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || $1, 0))", [name])
}

/** Reads orders; `rest` follows FROM, the order is `o`. */
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
