import { type Database, inTransaction, type Refused, type Transaction } from '@kla/chassis'
import type { Order } from '../shared/rules.js'
import { lockAccount, selectOrders } from '../shared/store.js'
import { OPEN_ORDERS_WINDOW_MS, refuseOrder } from './rules.js'

const LIST_MAX = 50

/** Orders of the shop in PostgreSQL. */
export interface OrderStore {
  add(order: Order): Promise<Refused | undefined>
  setSession(orderId: string, sessionId: string): Promise<void>
  findBySession(sessionId: string, accountId: number): Promise<Order | undefined>
  /** Newest first, without orders never opened at the provider. */
  list(accountId: number): Promise<readonly Order[]>
  openSince(beforeMs: number, limit: number, skip: number): Promise<readonly Order[]>
}

export function createOrderStore(database: Database): OrderStore {
  return {
    add: (order) =>
      inTransaction(database, async (tx) => {
        await lockAccount(tx, order.accountId)
        const refusal = refuseOrder(await countOpen(tx, order))
        if (refusal) return refusal
        await insertOrder(tx, order)
        await insertLines(tx, order)
        return undefined
      }),

    async setSession(orderId, sessionId) {
      await database.query('UPDATE orders SET session_id = $2 WHERE id = $1', [orderId, sessionId])
    },

    async findBySession(sessionId, accountId) {
      const found = await selectOrders(database, 'WHERE session_id = $1 AND account_id = $2', [sessionId, accountId])
      return found[0]
    },

    list: (accountId) =>
      selectOrders(
        database,
        `WHERE account_id = $1 AND NOT (status = 'cancelled' AND session_id IS NULL)
         ORDER BY created_at DESC, id DESC LIMIT $2`,
        [accountId, LIST_MAX],
      ),

    openSince: (beforeMs, limit, skip) =>
      selectOrders(database, `WHERE status = 'open' AND created_at < $1 ORDER BY created_at, id LIMIT $2 OFFSET $3`, [
        new Date(beforeMs),
        limit,
        skip,
      ]),
  }
}

async function countOpen(tx: Transaction, { accountId, createdAtMs }: Order): Promise<number> {
  const { rows } = await tx.query<{ open: number }>(
    `SELECT count(*) AS open FROM orders WHERE account_id = $1 AND created_at > $2 AND status = 'open'`,
    [accountId, new Date(createdAtMs - OPEN_ORDERS_WINDOW_MS)],
  )
  return rows[0]?.open ?? 0
}

async function insertOrder(tx: Transaction, order: Order): Promise<void> {
  await tx.query(
    `INSERT INTO orders (id, account_id, provider, session_id, total_cents, currency, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      order.id,
      order.accountId,
      order.provider,
      order.sessionId ?? null,
      order.totalCents,
      order.currency,
      new Date(order.createdAtMs),
    ],
  )
}

async function insertLines(tx: Transaction, { id, lines }: Order): Promise<void> {
  await tx.query(
    `INSERT INTO order_lines (order_id, item_id, name, unit_cents, quantity, item, units)
     SELECT $1, * FROM unnest($2::int[], $3::text[], $4::int[], $5::int[], $6::text[], $7::int[])`,
    [
      id,
      lines.map((line) => line.itemId),
      lines.map((line) => line.name),
      lines.map((line) => line.unitCents),
      lines.map((line) => line.quantity),
      lines.map((line) => line.item),
      lines.map((line) => line.units),
    ],
  )
}
