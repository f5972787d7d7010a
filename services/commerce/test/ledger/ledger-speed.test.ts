import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inTransaction } from '@kla/chassis'
import { vacuum } from '@kla/testkit'
import { createLedgerStore, faultsSql } from '../../src/ledger/store.js'
import { createTables, type Tables } from '../support/tables.js'

const ENTRIES = 10_000
const OTHERS = 20_000
/** About a hundred times what it takes here, as machines that test are busy. */
const QUICK_MS = 200

describe(`with ${ENTRIES} entries of one player among ${ENTRIES + OTHERS}`, () => {
  let tables: Tables
  beforeAll(async () => {
    tables = await createTables()
    // Balanced pairs, as gifts write them: one player with many, many with few.
    await inTransaction(tables.database, async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0')
      await tx.query(
        `WITH made AS (
           INSERT INTO ledger_transactions (idempotency_key, kind)
           SELECT 'gift:' || n, 'gift' FROM generate_series(1, $1::int) AS n RETURNING id
         )
         INSERT INTO ledger_entries (transaction_id, account, account_id, item, amount)
         SELECT id, side.account, CASE WHEN side.account = 'available' THEN owner END,
           CASE id % 2 WHEN 0 THEN 'gif_saves' ELSE 'wild_cards' END, side.amount
         FROM made, LATERAL (SELECT CASE WHEN id % 3 = 0 THEN 1 ELSE 2 + id % 2000 END AS owner) AS of_whom,
           (VALUES ('available', 1), ('gifted', -1)) AS side (account, amount)`,
        [ENTRIES + OTHERS],
      )
    })
    await vacuum(tables.database, 'ledger_entries')
  })
  afterAll(() => tables.close())

  const planOf = async (sql: string, values: unknown[] = []) => {
    const { rows } = await tables.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  test('checks the balances of only the players in new transactions', async () => {
    const plan = await planOf(faultsSql(false), [ENTRIES + OTHERS - 10])
    expect(plan).toMatch(/ledger_entries_of_player.*\n\s*Index Cond: \(account_id = ANY/)
    expect(plan).not.toMatch(/SubPlan|Seq Scan on ledger_entries/)
  })

  test('reads an inventory quickly by its index', async () => {
    const plan = await planOf(
      `SELECT item, sum(amount) AS available FROM ledger_entries
       WHERE account_id = 1 AND account = 'available' GROUP BY item`,
    )
    expect(plan).toMatch(/Index.* ledger_entries_of_player/)
    expect(plan).not.toContain('Seq Scan')

    const ledger = createLedgerStore(tables.database)
    const times: number[] = []
    for (let at = 0; at < 50; at++) {
      const startedAt = performance.now()
      const available = await ledger.available(1)
      times.push(performance.now() - startedAt)
      expect([...available.values()].reduce((sum, units) => sum + units, 0)).toBe(ENTRIES)
    }
    times.sort((one, other) => one - other)
    expect(times[25]).toBeLessThan(QUICK_MS)
    if (process.env['SHOW_TIMES']) process.stdout.write(`inventory: ${times[25]} ms, at worst ${times.at(-1)} ms\n`)
  })
})
