import {
  type Database,
  insertEvent,
  inTransaction,
  type OutboxEvent,
  type Refused,
  setStatementTimeout,
  type Transaction,
} from '@kla/chassis'
import type { Item } from '@kla/proto/web'
import type { Amounts, LedgerAccount, LedgerTransaction } from '../shared/rules.js'

/** Balances and gifts in PostgreSQL. */
export interface LedgerStore {
  available(accountId: number): Promise<Amounts>
  /** Stores a gift once; refuses the id of another. */
  give(gift: LedgerTransaction, item: Item, audited: OutboxEvent): Promise<{ readonly available: number } | Refused>
  /** Counts unbalanced transactions and negative balances that transactions after an id made; 0: the whole ledger. */
  countFaults(after: number): Promise<{ readonly faults: number; readonly last: number }>
}

const CHECK_WITHIN_MS = 600_000

export function createLedgerStore(database: Database): LedgerStore {
  return {
    available: (accountId) => availableOf(database, accountId),

    give: (gift, item, audited) =>
      inTransaction(database, async (tx) => {
        if (await postOnce(tx, gift)) await insertEvent(tx, audited)
        else {
          const { rowCount } = await tx.query(
            `SELECT 1 FROM ledger_transactions AS given JOIN ledger_entries ON transaction_id = given.id
             WHERE idempotency_key = $1 AND account_id = $2 AND item = $3 AND amount = $4`,
            [gift.key, gift.accountId, item, gift.entries.find(({ account }) => account === 'available')?.amount],
          )
          if (rowCount === 0) return { refused: 'CONFLICT' }
        }
        return { available: await availableOfItem(tx, gift.accountId, item) }
      }),

    countFaults: (after) =>
      inTransaction(database, async (tx) => {
        await setStatementTimeout(tx, CHECK_WITHIN_MS)
        const { rows } = await tx.query<{ faults: number; last: number }>(faultsSql(after === 0), [after])
        return rows[0]!
      }),
  }
}

// An array, because `IN` beside another condition reads the entries of all players.
const CHANGED_ACCOUNTS = `ANY (ARRAY(
  SELECT DISTINCT account_id FROM ledger_entries WHERE transaction_id > $1 AND account_id IS NOT NULL))`

/** SQL that counts the faults of transactions after `$1`, with the balances of the players in them, or of all. */
export const faultsSql = (whole: boolean): string => `
SELECT (SELECT count(*) FROM (
          SELECT 1 FROM ledger_entries WHERE transaction_id > $1
          GROUP BY transaction_id, item HAVING sum(amount) <> 0) AS unbalanced)
     + (SELECT count(*) FROM (
          SELECT 1 FROM ledger_entries WHERE account_id ${whole ? 'IS NOT NULL' : `= ${CHANGED_ACCOUNTS}`}
          GROUP BY account_id, account, item HAVING sum(amount) < 0) AS negative) AS faults,
       (SELECT coalesce(max(id), 0) FROM ledger_transactions) AS last`

export async function postOnce(
  tx: Transaction,
  { key, kind, given, accountId, entries }: LedgerTransaction,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH posted AS (
       INSERT INTO ledger_transactions (idempotency_key, kind, actor_id, note) VALUES ($1, $2, $3, $4)
       ON CONFLICT (idempotency_key) DO NOTHING RETURNING id
     )
     INSERT INTO ledger_entries (transaction_id, account, account_id, item, amount)
     SELECT posted.id, entry.account, entry.account_id, entry.item, entry.amount
     FROM posted, unnest($5::text[], $6::bigint[], $7::text[], $8::integer[]) AS entry (account, account_id, item, amount)`,
    [
      key,
      kind,
      given?.by ?? null,
      given?.reason ?? null,
      entries.map(({ account }) => account),
      entries.map(({ account }) => (isPlayers(account) ? accountId : null)),
      entries.map(({ item }) => item),
      entries.map(({ amount }) => amount),
    ],
  )
  return rowCount === entries.length
}

export async function post(tx: Transaction, transaction: LedgerTransaction): Promise<void> {
  if (!(await postOnce(tx, transaction))) throw new Error(`the ledger has ${transaction.key} already`)
}

export async function availableOf(tx: Pick<Transaction, 'query'>, accountId: number): Promise<Amounts> {
  const { rows } = await tx.query<{ item: Item; available: number }>(
    `SELECT item, sum(amount) AS available FROM ledger_entries
     WHERE account_id = $1 AND account = 'available' GROUP BY item`,
    [accountId],
  )
  return new Map(rows.map(({ item, available }) => [item, available]))
}

export async function availableOfItem(tx: Pick<Transaction, 'query'>, accountId: number, item: Item): Promise<number> {
  const { rows } = await tx.query<{ available: number }>(
    `SELECT coalesce(sum(amount), 0) AS available FROM ledger_entries
     WHERE account_id = $1 AND account = 'available' AND item = $2`,
    [accountId, item],
  )
  return rows[0]?.available ?? 0
}

const isPlayers = (account: LedgerAccount): boolean => account === 'available' || account === 'held'
