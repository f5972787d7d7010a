import { type Database, inTransaction, type Transaction } from '@kla/chassis'
import type { Item } from '@kla/proto/web'
import type { LedgerTransaction } from '../shared/rules.js'
import { lockAccount } from '../shared/store.js'
import type { Hold, HoldOutcome, HoldState, WantedHold } from './rules.js'
import { availableOfItem, post } from './store.js'

/** Holds of the ledger in PostgreSQL. */
export interface HoldStore {
  inTransaction<T>(work: (tx: HoldTransaction) => Promise<T>): Promise<T>
  unsettledSince(beforeMs: number, limit: number): Promise<readonly string[]>
  unsettled(): Promise<{ readonly held: number; readonly oldest: number }>
  /** Deletes released keys that were never held. */
  forgetNeverHeld(beforeMs: number, limit: number): Promise<number>
}

/** Changes of holds within one transaction. */
export interface HoldTransaction {
  lockAvailable(accountId: number, item: Item): Promise<number>
  find(key: string): Promise<Hold | undefined>
  findAndLock(key: string): Promise<Hold | undefined>
  insertHeld(wanted: WantedHold, nowMs: number): Promise<boolean>
  insertReleased(key: string, nowMs: number): Promise<boolean>
  setState(key: string, outcome: HoldOutcome, nowMs: number): Promise<void>
  post(transaction: LedgerTransaction): Promise<void>
}

export function createHoldStore(database: Database): HoldStore {
  return {
    inTransaction: (work) => inTransaction(database, (tx) => work(holdTransaction(tx))),

    async unsettledSince(beforeMs, limit) {
      const { rows } = await database.query<{ key: string }>(
        `SELECT key FROM holds WHERE state = 'held' AND created_at < $1 ORDER BY created_at LIMIT $2`,
        [new Date(beforeMs), limit],
      )
      return rows.map(({ key }) => key)
    },

    async unsettled() {
      const { rows } = await database.query<{ held: number; oldest: number }>(
        `SELECT count(*) AS held, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
         FROM holds WHERE state = 'held'`,
      )
      return rows[0] ?? { held: NaN, oldest: NaN }
    },

    async forgetNeverHeld(beforeMs, limit) {
      const { rowCount } = await database.query(
        `DELETE FROM holds WHERE key IN (
           SELECT key FROM holds WHERE account_id IS NULL AND settled_at < $1
           ORDER BY settled_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [new Date(beforeMs), limit],
      )
      return rowCount ?? 0
    },
  }
}

const holdTransaction = (tx: Transaction): HoldTransaction => ({
  async lockAvailable(accountId, item) {
    await lockAccount(tx, accountId)
    return availableOfItem(tx, accountId, item)
  },

  find: (key) => find(tx, key, ''),
  findAndLock: (key) => find(tx, key, 'FOR UPDATE'),

  async insertHeld({ key, accountId, item }, nowMs) {
    const { rowCount } = await tx.query(
      `INSERT INTO holds (key, account_id, item, state, created_at) VALUES ($1, $2, $3, 'held', $4)
       ON CONFLICT (key) DO NOTHING`,
      [key, accountId, item, new Date(nowMs)],
    )
    return rowCount === 1
  },

  async insertReleased(key, nowMs) {
    const { rowCount } = await tx.query(
      `INSERT INTO holds (key, state, created_at, settled_at) VALUES ($1, 'released', $2, $2)
       ON CONFLICT (key) DO NOTHING`,
      [key, new Date(nowMs)],
    )
    return rowCount === 1
  },

  async setState(key, outcome, nowMs) {
    await tx.query('UPDATE holds SET state = $2, settled_at = $3 WHERE key = $1', [key, outcome, new Date(nowMs)])
  },

  post: (transaction) => post(tx, transaction),
})

async function find(tx: Transaction, key: string, lock: 'FOR UPDATE' | ''): Promise<Hold | undefined> {
  const { rows } = await tx.query<{ state: HoldState; account_id: number | null; item: Item | null }>(
    `SELECT state, account_id, item FROM holds WHERE key = $1 ${lock}`,
    [key],
  )
  const [row] = rows
  if (!row) return undefined
  const { state, account_id: accountId, item } = row
  return { key, state, holds: accountId === null || item === null ? undefined : { accountId, item } }
}
