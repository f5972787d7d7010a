import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createMetrics, inTransaction, type Transaction } from '@kla/chassis'
import { quietLogger } from '@kla/testkit'
import { createLedgerStore, post, postOnce } from '../../src/ledger/store.js'
import { createCheckLedger } from '../../src/ledger/timers.js'
import { createCommerceMetrics } from '../../src/shared/metrics.js'
import { moveItems } from '../../src/shared/rules.js'
import { createTables, type Tables } from '../support/tables.js'

describe('the ledger', () => {
  let tables: Tables
  beforeAll(async () => {
    tables = await createTables()
  })
  afterAll(() => tables.close())

  const gift = (subject: string, units = 3, accountId = 1) => {
    const transaction = moveItems('gift', subject, accountId, new Map([['gif_saves', units]]))
    if (!transaction) throw new Error('nothing to give')
    return transaction
  }
  const write = (work: (tx: Transaction) => Promise<unknown>) => inTransaction(tables.database, work)

  test('adds up what a player has', async () => {
    await write((tx) => post(tx, gift('a')))
    await write((tx) => post(tx, gift('b', 4)))
    expect(await createLedgerStore(tables.database).available(1)).toEqual(new Map([['gif_saves', 7]]))
    expect(await createLedgerStore(tables.database).available(2)).toEqual(new Map())
  })

  test('stores one transaction per key', async () => {
    expect(await write((tx) => postOnce(tx, gift('once', 1, 3)))).toBe(true)
    expect(await write((tx) => postOnce(tx, gift('once', 1, 3)))).toBe(false)
    await expect(write((tx) => post(tx, gift('once', 1, 3)))).rejects.toThrow('already')
    expect(await createLedgerStore(tables.database).available(3)).toEqual(new Map([['gif_saves', 1]]))
  })

  test('rejects entries that do not sum to zero, at the end of the transaction', async () => {
    const [credit, debit] = gift('crooked').entries
    if (!credit || !debit) throw new Error('a gift has two sides')
    const crooked = { ...gift('crooked'), entries: [credit, { ...debit, amount: debit.amount + 1 }] }
    await expect(write((tx) => post(tx, crooked))).rejects.toThrow('do not sum to zero')
    const oneSided = { ...gift('one-sided'), entries: [credit] }
    await expect(write((tx) => post(tx, oneSided))).rejects.toThrow('do not sum to zero')
    const mixed = { ...gift('mixed'), entries: [credit, { ...debit, item: 'wild_cards' as const }] }
    await expect(write((tx) => post(tx, mixed))).rejects.toThrow('do not sum to zero')
  })

  test.each(['ledger_entries', 'ledger_transactions'])('is append-only: %s', async (table) => {
    const column = table === 'ledger_entries' ? 'amount' : 'note'
    for (const statement of [
      `UPDATE ${table} SET ${column} = NULL`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
    ]) {
      await expect(tables.database.query(statement)).rejects.toThrow('append-only')
    }
  })

  test('rejects an account of the wrong owner', async () => {
    const insert = (account: string, accountId: number | null) =>
      tables.database.query(
        `WITH made AS (INSERT INTO ledger_transactions (idempotency_key, kind) VALUES (gen_random_uuid(), 'gift') RETURNING id)
         INSERT INTO ledger_entries SELECT id, $1, $2, 'gif_saves', 1 FROM made`,
        [account, accountId],
      )
    await expect(insert('available', null)).rejects.toThrow('check constraint')
    await expect(insert('sold', 1)).rejects.toThrow('check constraint')
  })

  test('reports faults of the whole ledger, and of new transactions', async () => {
    const store = createLedgerStore(tables.database)
    const { faults, last } = await store.countFaults(0)
    expect(faults).toBe(0)
    const hold = moveItems('hold', 'too-many', 77, new Map([['gif_saves', 1]]))
    await write((tx) => (hold ? post(tx, hold) : Promise.reject(new Error('nothing to hold'))))
    const found = async (after: number) => (await store.countFaults(after)).faults
    expect([await found(0), await found(last), await found(last + 1_000)]).toEqual([1, 1, 0])
    // As after a restore that went wrong.
    await write(async (tx) => {
      await tx.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER')
      await tx.query(`UPDATE ledger_entries SET amount = 5 WHERE account_id = 1 AND amount = 4`)
      await tx.query('ALTER TABLE ledger_entries ENABLE TRIGGER USER')
    })
    expect([await found(0), await found(last)]).toEqual([2, 1])
  })

  test('is checked whole once a day and while it has faults, and else from the last sound transactions', async () => {
    const asked: number[] = []
    let now = 0
    let faults = 0
    const ledger = { countFaults: async (after: number) => (asked.push(after), { faults, last: 25_000 }) }
    const check = createCheckLedger(ledger, createCommerceMetrics(createMetrics('test')), quietLogger(), () => now)
    for (const [at, found] of [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 0],
      [5, 0],
      [5 + 24 * 3_600_000, 0],
    ] as const) {
      now = at
      faults = found
      await check()
    }
    expect(asked).toEqual([0, 15_000, 15_000, 0, 0, 15_000, 0])
  })
})
