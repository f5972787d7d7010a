import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import type { Item } from '@kla/proto/web'
import { requestHold, settleHold, type Hold, type HoldOutcome, type HoldState, type WantedHold } from './rules.js'
import type { Refused } from '../shared/rules.js'
import { availableOfItem, post } from './store.js'
import { lockAccount } from '../shared/locks.js'

export interface HoldStore {
  /** Sets one item aside. Answers what is left to spend. */
  hold(wanted: WantedHold, nowMs: number): Promise<{ readonly remaining: number } | Refused>
  /** Spends or gives back what is held. Giving back under a key that nothing is known of forbids a later hold. */
  settle(key: string, outcome: HoldOutcome, nowMs: number): Promise<{ readonly changed: boolean } | Refused>
  /** Keys of what was set aside before a time and is not settled; the oldest, at most `limit`. */
  unsettledSince(beforeMs: number, limit: number): Promise<readonly string[]>
  /** How many items are set aside and not settled, and for how long the oldest of them, seconds. */
  unsettled(): Promise<{ readonly held: number; readonly oldest: number }>
  /** Forgets keys released before a time that were never held, the oldest, at most `limit`; answers how many. */
  forgetNeverHeld(beforeMs: number, limit: number): Promise<number>
}

export function createHoldStore(database: Database): HoldStore {
  return {
    hold: (wanted, nowMs) =>
      inTransaction(database, async (tx) => {
        await lockAccount(tx, wanted.accountId)
        const available = await availableOfItem(tx, wanted.accountId, wanted.item)
        const decide = async () => requestHold(await find(tx, wanted.key), wanted, available)
        let decision = await decide()
        // The key may be released in this very moment; then what is known of it has changed.
        if (isMove(decision) && !(await insertHeld(tx, wanted, nowMs))) decision = await decide()
        if (!isMove(decision)) return decision === 'repeat' ? { remaining: available } : decision
        await post(tx, decision.transaction)
        return { remaining: available - 1 }
      }),

    settle: (key, outcome, nowMs) =>
      inTransaction(database, async (tx) => {
        if (outcome === 'released' && (await forbid(tx, key, nowMs))) return { changed: true }
        const decision = settleHold(await find(tx, key, 'FOR UPDATE'), outcome)
        if (decision === 'repeat') return { changed: false }
        if (!isMove(decision)) return decision
        await tx.query('UPDATE holds SET state = $2, settled_at = $3 WHERE key = $1', [key, outcome, new Date(nowMs)])
        await post(tx, decision.transaction)
        return { changed: true }
      }),

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

type Decision = ReturnType<typeof requestHold>
const isMove = (decision: Decision): decision is Exclude<Decision, 'repeat' | Refused> =>
  decision !== 'repeat' && 'transaction' in decision

async function find(tx: Transaction, key: string, lock: 'FOR UPDATE' | '' = ''): Promise<Hold | undefined> {
  const { rows } = await tx.query<{ state: HoldState; account_id: number | null; item: Item | null }>(
    `SELECT state, account_id, item FROM holds WHERE key = $1 ${lock}`,
    [key],
  )
  const [row] = rows
  if (!row) return undefined
  const { state, account_id: accountId, item } = row
  return { key, state, holds: accountId === null || item === null ? undefined : { accountId, item } }
}

/** False when the key is known. */
async function insertHeld(tx: Transaction, { key, accountId, item }: WantedHold, nowMs: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO holds (key, account_id, item, state, created_at) VALUES ($1, $2, $3, 'held', $4)
     ON CONFLICT (key) DO NOTHING`,
    [key, accountId, item, new Date(nowMs)],
  )
  return rowCount === 1
}

/** False when the key is known. */
async function forbid(tx: Transaction, key: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO holds (key, state, created_at, settled_at) VALUES ($1, 'released', $2, $2)
     ON CONFLICT (key) DO NOTHING`,
    [key, new Date(nowMs)],
  )
  return rowCount === 1
}
