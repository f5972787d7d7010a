import { allowTime, inTransaction, insertFact, type Database, type OutboxFact } from '@kla/chassis'
import type { Item } from '@kla/proto/web'
import type { Amounts, LedgerTransaction, Refused } from '../domain/index.js'
import { availableOf, availableOfItem, postOnce } from './ledger-entries.js'

export interface LedgerStore {
  /** What a player can spend. */
  available(accountId: number): Promise<Amounts>
  /**
   * Writes a gift with the fact that tells of it, once; refused if its id names another one. Answers what the player can
   * spend of the item then.
   */
  give(gift: LedgerTransaction, item: Item, audited: OutboxFact): Promise<{ readonly available: number } | Refused>
  /** How many sums are not as they must be: transactions unlike zero and balances below zero. Reads the whole ledger. */
  countFaults(): Promise<number>
}

/** The check may take longer than what people wait for. */
const CHECK_WITHIN_MS = 60_000

export function createLedgerStore(database: Database): LedgerStore {
  return {
    available: (accountId) => availableOf(database, accountId),

    give: (gift, item, audited) =>
      inTransaction(database, async (tx) => {
        if (await postOnce(tx, gift)) await insertFact(tx, audited)
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

    countFaults: () =>
      inTransaction(database, async (tx) => {
        await allowTime(tx, CHECK_WITHIN_MS)
        const { rows } = await tx.query<{ faults: number }>(
          `SELECT (SELECT count(*) FROM (
                     SELECT 1 FROM ledger_entries GROUP BY transaction_id, item HAVING sum(amount) <> 0) AS unbalanced)
                + (SELECT count(*) FROM (
                     SELECT 1 FROM ledger_entries WHERE account_id IS NOT NULL
                     GROUP BY account_id, account, item HAVING sum(amount) < 0) AS negative) AS faults`,
        )
        return rows[0]?.faults ?? 0
      }),
  }
}
