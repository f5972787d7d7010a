import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { quietLogger } from '@kla/testkit'
import { createDeskErasingStore } from '../../src/retention/desk-store.js'
import { createEraseDesk, createRetention } from '../../src/retention/index.js'
import { SHIFTS_MS } from '../../src/retention/rules.js'
import { type AuditTables, createAuditTables } from '../support/audit-tables.js'

const NOW_MS = Date.UTC(2030, 0, 1)
const RETENTION = { reportMs: 90_000, graveMs: 365_000, banMs: 200_000 }

let tables: AuditTables
beforeEach(async () => {
  tables = await createAuditTables()
})
afterEach(() => tables.close())

const eraser = (atOnce = 100) =>
  createEraseDesk({
    erasing: createDeskErasingStore(tables.pool()),
    retention: RETENTION,
    log: quietLogger(),
    now: () => NOW_MS,
    atOnce,
  })

const ago = (ms: number): Date => new Date(NOW_MS - ms)
const job = async (id: number, closedMsAgo: number | null, grave = false): Promise<void> => {
  await tables.database.query(
    `INSERT INTO jobs (id, subject_id, grave, category, opened_at, due_at, reports, reporters, closed_at)
     VALUES ($1, $1, $2, 'spam', to_timestamp(0), to_timestamp(0), 1, 1, $3)`,
    [id, grave, closedMsAgo === null ? null : ago(closedMsAgo)],
  )
}
const decide = async (jobId: number, appealMsAgo: number): Promise<void> => {
  await tables.database.query(
    `INSERT INTO decisions (id, account_id, job_id, grave, outcome, rule, facts, basis, letter, report_ids, decided_by_id,
       decided_by, decided_at, appeal_until)
     VALUES (gen_random_uuid(), 1, $1, false, 'dismissed', '', '', '{}', '', '{1}', 1, 'mod', to_timestamp(0), $2)`,
    [jobId, ago(appealMsAgo)],
  )
}
const note = async (kind: string, subjectId: number, msAgo: number): Promise<void> => {
  await tables.database.query(
    `INSERT INTO notes (id, kind, subject_id, by_id, by_name, at, text)
     VALUES (gen_random_uuid(), $1, $2, 1, 'mod', $3, 'text')`,
    [kind, subjectId, ago(msAgo)],
  )
}
const duty = async (administratorId: number, endedMsAgo: number): Promise<void> => {
  await tables.database.query(
    `INSERT INTO duties (administrator_id, name, grave, since, until) VALUES ($1, 'mod', false, to_timestamp(0), $2)`,
    [administratorId, ago(endedMsAgo)],
  )
}
const column = async (sql: string): Promise<unknown[]> =>
  (await tables.database.query<{ it: unknown }>(sql)).rows.map(({ it }) => it)
const jobs = () => column('SELECT id AS it FROM jobs ORDER BY id')
const noted = (kind: string) => column(`SELECT subject_id AS it FROM notes WHERE kind = '${kind}' ORDER BY seq`)
const entries = async () =>
  (
    await tables.database.query(
      'SELECT actor, action, subject_kind, subject_id, restricted FROM audit_log ORDER BY seq',
    )
  ).rows

test('createEraseDesk erases closed jobs after the retention of their reports, grave ones later', async () => {
  await job(1, RETENTION.reportMs)
  await job(2, RETENTION.reportMs - 1)
  await job(3, null)
  await job(4, RETENTION.graveMs, true)
  await job(5, RETENTION.graveMs - 1, true)
  await eraser()()
  expect(await jobs()).toEqual([2, 3, 5])
  expect(await entries()).toEqual([])
})

test('a sweep keeps the job of a decision until the decision is erased', async () => {
  await job(1, 10 * RETENTION.reportMs)
  await job(2, 10 * RETENTION.reportMs)
  await decide(1, RETENTION.banMs - 1)
  await decide(2, RETENTION.banMs)
  const states = { publish: () => Promise.resolve() }
  const { erase } = createRetention({
    database: tables.database,
    retention: RETENTION,
    states,
    approvalNotices: { changed: () => undefined },
    log: quietLogger(),
    now: () => NOW_MS,
  })
  await erase()
  expect(await jobs()).toEqual([1])
})

test('createEraseDesk erases duties and hand-over notes after 90 days', async () => {
  await duty(1, SHIFTS_MS)
  await duty(2, SHIFTS_MS - 1)
  await duty(3, -1)
  await note('handover', 0, SHIFTS_MS)
  await note('handover', 0, SHIFTS_MS - 1)
  await eraser()()
  expect(await column('SELECT administrator_id AS it FROM duties ORDER BY id')).toEqual([2, 3])
  expect(await noted('handover')).toHaveLength(1)
})

test('createEraseDesk erases looks at hard jobs after a day', async () => {
  const DAY_MS = 86_400_000
  await tables.database.query(
    `INSERT INTO hard_looks (administrator_id, job_id, name, grave, at) VALUES (1, 1, 'mod', false, $1), (1, 2, 'mod', true, $2)`,
    [ago(DAY_MS), ago(DAY_MS - 1)],
  )
  await eraser()()
  expect(await column('SELECT job_id AS it FROM hard_looks')).toEqual([2])
})

test('createEraseDesk erases batches of reports after 90 days', async () => {
  for (const [reporterId, msAgo] of [
    [1, SHIFTS_MS],
    [2, SHIFTS_MS - 1],
  ] as const) {
    await tables.database.query(
      `INSERT INTO report_batches (id, reporter_id, status, reason, digest, grave, report_ids, versions, job_ids, breached,
         jobs_closed, closed_at, closed_by_id, closed_by)
       VALUES (gen_random_uuid(), $1, 'dismissed', 'r', 'd', false, '{1}', '{2}', '{}', '{}', 0, $2, 1, 'mod')`,
      [reporterId, ago(msAgo)],
    )
  }
  await eraser()()
  expect(await column('SELECT reporter_id AS it FROM report_batches')).toEqual([2])
})

test('createEraseDesk erases notes about an account after its newest, with an audit entry for the account', async () => {
  await note('account', 7, 10 * RETENTION.banMs)
  await note('account', 7, RETENTION.banMs)
  await note('account', 8, 10 * RETENTION.banMs)
  await note('account', 8, RETENTION.banMs - 1)
  await note('report', 7, 10 * RETENTION.banMs)
  await note('ban', 7, 10 * RETENTION.banMs)
  await eraser()()
  expect([await noted('account'), await noted('report'), await noted('ban')]).toEqual([[8, 8], [7], [7]])
  const erased = { actor: 'system', action: 'people.erase-notes', subject_kind: 'account', restricted: false }
  expect(await entries()).toEqual([{ ...erased, subject_id: '7' }])
})

test('createEraseDesk erases in batches, each account once under concurrent sweeps', async () => {
  for (let id = 1; id <= 45; id += 1) {
    await job(id, 10 * RETENTION.graveMs, id % 2 === 0)
    await note('account', id, 10 * RETENTION.banMs)
    await duty(id, 2 * SHIFTS_MS)
    await note('handover', 0, 2 * SHIFTS_MS)
  }
  await Promise.all([eraser(10)(), eraser(10)(), eraser(10)()])
  await eraser(10)()
  expect([await jobs(), await noted('account'), await noted('handover')]).toEqual([[], [], []])
  expect(await column('SELECT id AS it FROM duties')).toEqual([])
  expect(await entries()).toHaveLength(45)
  expect((await tables.verify({ chain: 'open' })).fault).toBeUndefined()
})
