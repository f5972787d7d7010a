import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import {
  APPROVAL_KEPT_MS,
  APPROVAL_LIFE_MS,
  approvalHash,
  approvals,
  approvalToProto,
  type ApprovalTerms,
  createDatabase,
  type Database,
  inTransaction,
  type Transaction,
} from '@kla/chassis'
import { APPROVER_WAIT_MS, type Independence } from '@kla/proto/web'
import { isolatedSchema, quietLogger } from '@kla/testkit'

const NOW_MS = Date.UTC(2026, 10, 22)
const FOUNDER: Independence = { makers: [], controllers: [], changedAtMs: 0 }
const ANN = { id: 1, name: 'ann', independence: FOUNDER, nowMs: NOW_MS }
const BEN = { id: 2, name: 'ben', independence: FOUNDER, nowMs: NOW_MS }
const TERMS: ApprovalTerms = { action: 'things.delete', params: { ids: [1, 2], all: false } }

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
beforeAll(async () => {
  tables = await isolatedSchema(fileURLToPath(new URL('support/approval-tables', import.meta.url)), 'approvals')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger() })
})
afterEach(() => database.query('DELETE FROM approvals'))
afterAll(async () => {
  await database.end()
  await tables.drop()
})

const within = <T>(work: (tx: Transaction) => Promise<T>) => inTransaction(database, work)
const ask = (by = ANN, terms = TERMS) => within((tx) => approvals.ask(tx, terms, by, { reason: 'r' }))
const approve = (id: string, by = BEN) => within((tx) => approvals.approve(tx, id, by, () => true))
const use = (by = ANN, terms = TERMS) => within((tx) => approvals.use(tx, terms, by))

test('approvalToProto leaves out what callers may not see', async () => {
  const { approval } = await ask()
  expect(approvalToProto(approval)).toEqual({
    ...{ id: approval.id, action: TERMS.action, params: approval.params, reason: 'r' },
    ...{ askedById: 1, askedBy: 'ann', askedAtMs: NOW_MS, approvedById: 0, approvedBy: '' },
    untilMs: NOW_MS + APPROVAL_LIFE_MS,
  })
  expect(approvalToProto({ ...approval, later: 'private' } as typeof approval)).not.toHaveProperty('later')
})

describe('approvals', () => {
  test('are used once, even by two concurrent calls', async () => {
    const { approval } = await ask()
    expect(await use()).toBeUndefined()
    await approve(approval.id)
    const used = await Promise.all([1, 2, 3, 4].map(() => use()))
    expect(used.filter((one) => one !== undefined)).toMatchObject([
      { id: approval.id, askedBy: 'ann', approvedBy: 'ben' },
    ])
    expect(await approve(approval.id)).toEqual({ refused: 'gone' })
  })

  test('remain when the transaction that used them fails', async () => {
    const { approval } = await ask()
    await approve(approval.id)
    const failing = within(async (tx) => {
      await approvals.use(tx, TERMS, ANN)
      throw new Error('lost')
    })
    await expect(failing).rejects.toThrow('lost')
    expect(await use()).toMatchObject({ id: approval.id })
  })

  test('cover only the same parameters, action and requester', async () => {
    const { approval } = await ask()
    await approve(approval.id)
    expect(await use(ANN, { ...TERMS, params: { ids: [1, 3], all: false } })).toBeUndefined()
    expect(await use(ANN, { ...TERMS, action: 'things.keep' })).toBeUndefined()
    expect(await use(BEN)).toBeUndefined()
    expect(await use(ANN, { ...TERMS, params: { all: false, ids: [1, 2], more: undefined } })).toBeDefined()
  })

  test('are refused from the requester, even by direct SQL', async () => {
    const { approval } = await ask()
    expect(await approve(approval.id, ANN)).toEqual({ refused: 'not-allowed' })
    const forced = database.query('UPDATE approvals SET approved_by_id = asked_by_id WHERE id = $1', [approval.id])
    await expect(forced).rejects.toThrow('check constraint')
  })

  test('are refused from an administrator who is not independent of the requester, or too new', async () => {
    const { approval } = await ask({ ...ANN, independence: { makers: [9], controllers: [9], changedAtMs: 0 } })
    const as = (independence: Partial<Independence>) =>
      approve(approval.id, { ...BEN, independence: { ...FOUNDER, ...independence } })
    expect(await as({ makers: [1] })).toEqual({ refused: 'dependent' })
    expect(await as({ controllers: [9] })).toEqual({ refused: 'dependent' })
    expect(await as({ changedAtMs: NOW_MS - APPROVER_WAIT_MS + 1 })).toEqual({ refused: 'too-new' })
    expect(await as({ changedAtMs: NOW_MS - APPROVER_WAIT_MS, makers: [8], controllers: [8] })).toMatchObject({
      approved: true,
    })
  })

  test('return the pending one when the same is requested again, even concurrently', async () => {
    const asked = await Promise.all([1, 2, 3].map(() => ask()))
    expect(new Set(asked.map(({ approval }) => approval.id)).size).toBe(1)
    expect(asked.filter((one) => one.asked)).toHaveLength(1)
    expect((await ask(BEN)).asked).toBe(true)
  })

  test('expire after a day, approved or not', async () => {
    const { approval } = await ask()
    await approve(approval.id)
    const later = NOW_MS + APPROVAL_LIFE_MS
    expect(await approvals.list(database, later - 1, { restricted: false })).toHaveLength(1)
    expect(await approvals.list(database, later, { restricted: false })).toEqual([])
    expect(await use({ ...ANN, nowMs: later })).toBeUndefined()
    expect((await ask({ ...ANN, nowMs: later })).asked).toBe(true)
  })

  test('hash their parameters regardless of order', () => {
    expect(approvalHash(TERMS)).toBe(approvalHash({ ...TERMS, params: { all: false, ids: [1, 2] } }))
    expect(approvalHash(TERMS)).not.toBe(approvalHash({ ...TERMS, params: { all: true, ids: [1, 2] } }))
  })

  test('prunes used and expired approvals 30 days after they ended', async () => {
    const used = await ask()
    await approve(used.approval.id)
    await use()
    const expired = await ask(BEN)
    const left = async (nowMs: number): Promise<string[]> => {
      await approvals.prune(database, nowMs)
      const { rows } = await database.query<{ id: string }>('SELECT id FROM approvals ORDER BY asked_at, id')
      return rows.map(({ id }) => id)
    }
    const usedUntilMs = NOW_MS + APPROVAL_KEPT_MS
    expect((await left(usedUntilMs - 1)).sort()).toEqual([used.approval.id, expired.approval.id].sort())
    expect(await left(usedUntilMs)).toEqual([expired.approval.id])
    expect(await left(usedUntilMs + APPROVAL_LIFE_MS - 1)).toEqual([expired.approval.id])
    expect(await left(usedUntilMs + APPROVAL_LIFE_MS)).toEqual([])
  })
})
