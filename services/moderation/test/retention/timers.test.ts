import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { quietLogger } from '@kla/testkit'
import { createEraseHidden } from '../../src/retention/index.js'
import { createErasingStore } from '../../src/retention/store.js'
import { type AuditTables, createAuditTables } from '../support/audit-tables.js'

const NOW_MS = Date.UTC(2030, 0, 1)
const RETENTION = { reportMs: 90_000, graveMs: 365_000, banMs: 200_000 }

let tables: AuditTables
beforeEach(async () => {
  tables = await createAuditTables()
})
afterEach(() => tables.close())

const eraser = (atOnce?: number) =>
  createEraseHidden({
    erasing: createErasingStore(tables.pool()),
    retention: RETENTION,
    log: quietLogger(),
    now: () => NOW_MS,
    ...(atOnce === undefined ? {} : { atOnce }),
  })

const hide = async (
  category: string,
  hiddenMsAgo: number | null,
  { held = false, reports = 1 } = {},
): Promise<void> => {
  await tables.database.query(
    `WITH made AS (
       INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason, held, hidden_at)
       SELECT coalesce((SELECT max(id) FROM reports), 100000000) + n, now(), 1, 2, $1, '', $2, $3
       FROM generate_series(1, $4) AS n RETURNING id
     )
     INSERT INTO report_submissions (report_id, submitted_at, category, reason, request_id)
     SELECT id, now(), 'spam', '', '' FROM made`,
    [category, held, hiddenMsAgo === null ? null : new Date(NOW_MS - hiddenMsAgo), reports],
  )
}
const hideBan = async (hiddenMsAgo: number, held = false): Promise<void> => {
  await tables.database.query(
    `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, banned_by_id, banned_by, lifted_at,
                       hidden_at, held)
     VALUES (1, 'chat', '', '', '', to_timestamp(0), 1, 'mod', to_timestamp(1), $1, $2)`,
    [new Date(NOW_MS - hiddenMsAgo), held],
  )
}
const left = async (table: string): Promise<number> =>
  (await tables.database.query<{ count: number }>(`SELECT count(*) FROM ${table}`)).rows[0]?.count ?? 0
const entries = async () =>
  (
    await tables.database.query<{ action: string; restricted: boolean; subject_id: string }>(
      'SELECT actor, actor_id, action, subject_kind, subject_id, details, restricted FROM audit_log ORDER BY seq',
    )
  ).rows

test('createEraseHidden erases only what was hidden long enough', async () => {
  await hide('spam', RETENTION.reportMs)
  await hide('possible_minor', RETENTION.graveMs)
  await hideBan(RETENTION.banMs)

  await hide('spam', RETENTION.reportMs - 1)
  await hide('possible_minor', RETENTION.graveMs - 1)
  await hideBan(RETENTION.banMs - 1)
  await hide('spam', 10 * RETENTION.reportMs, { held: true })
  await hide('illegal_content', 10 * RETENTION.graveMs, { held: true })
  await hideBan(10 * RETENTION.banMs, true)
  await hide('spam', null)

  await eraser()()
  expect([await left('reports'), await left('report_submissions'), await left('bans')]).toEqual([5, 5, 2])
  const system = { actor: 'system', actor_id: 0, details: '{}', subject_id: expect.stringMatching(/^\d+$/) }
  expect(await entries()).toEqual([
    { ...system, action: 'reports.erase', subject_kind: 'report', restricted: false },
    { ...system, action: 'bans.erase', subject_kind: 'ban', restricted: false },
    { ...system, action: 'reports.erase', subject_kind: 'report', restricted: true },
  ])
  await eraser()()
  expect(await entries()).toHaveLength(3)
})

test('createEraseHidden erases in batches, each row once under concurrent sweeps', async () => {
  await hide('spam', 10 * RETENTION.reportMs, { reports: 250 })
  await Promise.all([eraser(20)(), eraser(20)(), eraser(20)()])
  expect(await left('reports')).toBe(0)
  const erased = (await entries()).map(({ subject_id }) => subject_id)
  expect(erased).toHaveLength(250)
  expect(new Set(erased).size).toBe(250)
  expect((await tables.verify({ chain: 'open' })).fault).toBeUndefined()
})

test('createEraseHidden skips a report that is being held concurrently', async () => {
  await hide('spam', 10 * RETENTION.reportMs)
  const holder = await tables.database.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('UPDATE reports SET held = true')
    await eraser()()
    await holder.query('COMMIT')
  } finally {
    holder.release()
  }
  await eraser()()
  expect(await left('reports')).toBe(1)
  expect(await entries()).toEqual([])
})

const DECISION_END_MS = 1_000
const decide = async ({ endedMsAgo = RETENTION.banMs, grave = false, ban = '', appeal = '' } = {}): Promise<void> => {
  await tables.database.query(
    `WITH decided AS (
       INSERT INTO decisions (id, account_id, job_id, grave, outcome, rule, facts, basis, letter, report_ids, decided_by_id,
         decided_by, decided_at, appeal_until)
       VALUES (gen_random_uuid(), 1, 1, $2, 'acted', 'spam', 'f', '{chat}', '', '{1}', 1, 'mod', to_timestamp(0), $1)
       RETURNING id
     ), banned AS (
       INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, banned_by_id, banned_by, lifted_at,
         expires_at, held)
       SELECT 1, 'chat', '', '', '', to_timestamp(0), 1, 'mod', CASE WHEN $3 = 'lifted' OR $3 = 'held' THEN now() END,
         CASE WHEN $3 = 'over' THEN to_timestamp(1) END, $3 = 'held'
       WHERE $3 <> '' RETURNING id
     ), measured AS (
       INSERT INTO decision_measures (decision_id, place, kind, duration_ms, ban_id)
       SELECT decided.id, 0, 'chat', 0, banned.id FROM decided, banned
     )
     INSERT INTO appeals (id, decision_id, text, opened_at, due_at, state, decided_at)
     SELECT nextval('appeal_ids'), id, 't', now(), now(), $4, CASE WHEN $4 <> 'open' THEN now() END
     FROM decided WHERE $4 <> ''`,
    [new Date(NOW_MS - endedMsAgo), grave, ban, appeal],
  )
}

test('createEraseHidden erases decisions with their appeals once nothing depends on them', async () => {
  await decide({ ban: 'lifted', appeal: 'upheld' })
  await decide({ grave: true, ban: 'over' })
  await decide({ endedMsAgo: RETENTION.banMs - DECISION_END_MS })
  await decide({ ban: 'in force' })
  await decide({ ban: 'held' })
  await decide({ appeal: 'open' })
  await eraser()()
  expect([await left('decisions'), await left('decision_measures'), await left('appeals')]).toEqual([4, 2, 1])
  expect(await entries()).toMatchObject([
    { action: 'decisions.erase', subject_kind: 'decision', restricted: false },
    { action: 'decisions.erase', subject_kind: 'decision', restricted: true },
  ])
})
