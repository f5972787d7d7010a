import { expect } from '@jest/globals'
import type { Database } from '@kla/chassis'

/** What must hold of the ledger after whatever has happened. */
export async function expectSoundLedger(database: Database): Promise<void> {
  const sums = await database.query(
    'SELECT transaction_id, item FROM ledger_entries GROUP BY transaction_id, item HAVING sum(amount) <> 0',
  )
  expect(sums.rows).toEqual([])
  const negative = await database.query(
    `SELECT account_id, account, item, sum(amount) FROM ledger_entries WHERE account_id IS NOT NULL
     GROUP BY account_id, account, item HAVING sum(amount) < 0`,
  )
  expect(negative.rows).toEqual([])
  // What lines say was withdrawn is what the ledger has withdrawn.
  const lines = await database.query(`SELECT coalesce(sum(units_withdrawn), 0) AS units FROM order_lines`)
  expect(await sumOf(database, 'withdrawn')).toBe(lines.rows[0].units)
  const held = await database.query(`SELECT count(*) AS units FROM holds WHERE state = 'held'`)
  expect(await sumOf(database, 'held')).toBe(held.rows[0].units)
  const used = await database.query(
    `SELECT (SELECT count(*) FROM holds WHERE state = 'committed') + (SELECT count(*) FROM pass_activations) AS units`,
  )
  expect(await sumOf(database, 'used')).toBe(used.rows[0].units)
  const bought = await database.query(
    'SELECT coalesce(sum(units), 0) AS units FROM order_lines JOIN orders ON orders.id = order_id WHERE granted',
  )
  expect(await sumOf(database, 'sold')).toBe(-bought.rows[0].units || 0)
}

async function sumOf(database: Database, account: string): Promise<number> {
  const { rows } = await database.query(
    'SELECT coalesce(sum(amount), 0) AS sum FROM ledger_entries WHERE account = $1',
    [account],
  )
  return rows[0].sum
}
