import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import {
  DESK_RULE_DAYS,
  type DeskRule,
  INDEPENDENT_WITHIN_MS,
  MANY_MET_MIN,
  NEW_ACCOUNT_MS,
  type Permission,
  type ReportCategory,
} from '@kla/proto/web'
import { eventually, refusalOf } from '@kla/testkit'
import { FakeRoom } from '../support/fake-room.js'
import { createModeration, type Moderation } from '../support/moderation.js'

const DECIDES: readonly Permission[] = ['reports.read', 'reports.decide', 'bans.set']

const room = new FakeRoom()
let moderation: Moderation
let reporter = 600_000
let subject = 2_000

beforeAll(async () => {
  moderation = await createModeration({ clients: room.clients })
})
afterAll(() => moderation.close())
beforeEach(async () => {
  subject += 10
  moderation.clock.aheadMs = 0
  room.roomsOf.clear()
  room.countAnswers = true
  for (const table of ['decisions', 'jobs', 'reports']) await moderation.database.query(`DELETE FROM ${table}`)
  await moderation.database.query('UPDATE signal_rules SET acting = false, changed_at = NULL, changed_by = $1', [''])
})

const owner = (...more: Permission[]) => moderation.administrator(1, 'administrators.manage', ...more)
const mona = (...more: Permission[]) => moderation.administrator(11, ...DECIDES, ...more)

async function report(about = subject, category: ReportCategory = 'harassment', roomId = newId()): Promise<void> {
  reporter += 1
  room.roomsOf.set(reporter, roomId)
  const given = { reportedId: about, category, reason: 'Something.', incident: '' }
  await moderation.client.submitReport(given, await moderation.as(reporter))
}
async function several(about = subject, category: ReportCategory = 'harassment'): Promise<void> {
  for (let n = 0; n < 3; n += 1) await report(about, category)
}
const list = async (given: { after?: string; limit?: number } = {}) =>
  moderation.desk.listJobs({ after: '', limit: 25, mine: false, ...given }, await mona())
const queue = async () => (await list()).jobs.map(({ subjectId }) => subjectId)
const rules = async (...more: Permission[]) => moderation.desk.getRules({}, await owner(...more))
const recordOf = async (rule: DeskRule, ...more: Permission[]) =>
  (await rules(...more)).rules.find((each) => each.rule === rule)!
const raised = (rule: DeskRule, count: number) =>
  eventually(async () => expect((await recordOf(rule, 'reports.grave')).raised).toBe(count))
const setRule = async (rule: string, acting: boolean) => moderation.desk.setRule({ rule, acting }, await owner())

const decided = (job: number, outcome: 'acted' | 'dismissed', state = 'in_force') =>
  moderation.database.query(
    `INSERT INTO decisions (id, account_id, job_id, grave, outcome, rule, facts, basis, letter, report_ids,
       decided_by_id, decided_by, decided_at, appeal_until, state, ended_at)
     VALUES (gen_random_uuid(), 1, $1, false, $2, 'spam', 'Spam.', '{chat}', '', '{}', 1, 'mod', now(), now(), $3,
       CASE WHEN $3 <> 'in_force' THEN now() END)`,
    [job, outcome, state],
  )
async function counted(...labels: string[]): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${moderation.service.ports.health}/metrics`)).text()
  const series = text.split('\n').filter((line) => line.startsWith('kla_moderation_signals_total{'))
  return Number(
    series
      .find((line) => labels.every((label) => line.includes(label)))
      ?.split(' ')
      .at(-1),
  )
}

/** Lets weighing that finds nothing end. */
const weighed = async () => {
  const before = await recordOf('independent_reporters', 'reports.grave')
  await several(subject + 9)
  await raised('independent_reporters', before.raised + 1)
}

describe('independent reporters', () => {
  test('raise a job once, in shadow, without changing the queue', async () => {
    await report(subject + 1)
    await several()
    await raised('independent_reporters', 1)
    await report()
    await eventually(async () => {
      const { rows } = await moderation.database.query<{ people: number }>('SELECT people FROM signals')
      expect(rows).toEqual([{ people: 4 }])
    })
    expect(await queue()).toEqual([subject + 1, subject])
    expect((await list()).jobs.flatMap(({ signals }) => signals)).toEqual([])
  })

  test('do not raise a job if two were in one room, or if one of them is late', async () => {
    const shared = newId()
    await report(subject, 'harassment', shared)
    await report(subject, 'harassment', shared)
    await report()
    moderation.clock.aheadMs += INDEPENDENT_WITHIN_MS
    await report()
    await report()
    await weighed()
    expect((await recordOf('independent_reporters')).raised).toBe(1)
  })

  test('of grave reports count apart, and only for those who may see them', async () => {
    await several(subject, 'possible_minor')
    await raised('independent_reporters', 1)
    expect((await recordOf('independent_reporters')).raised).toBe(0)
    await report()
    await report()
    await weighed()
    expect((await recordOf('independent_reporters')).raised).toBe(1)
  })
})

describe('a new account', () => {
  test('raises its job if it has met many people', async () => {
    room.metInADay.set(subject, MANY_MET_MIN)
    moderation.auth.created.set(subject, moderation.clock.now() - NEW_ACCOUNT_MS / 2)
    await report()
    await raised('new_account', 1)
  })

  test('raises nothing if it is older, has met few, or if rooms does not answer', async () => {
    for (const id of [subject, subject + 1, subject + 2]) {
      room.metInADay.set(id, id === subject + 1 ? MANY_MET_MIN - 1 : MANY_MET_MIN)
      moderation.auth.created.set(id, moderation.clock.now() - (id === subject ? NEW_ACCOUNT_MS + 1 : 0))
    }
    await report(subject)
    await report(subject + 1)
    room.countAnswers = false
    await report(subject + 2)
    await weighed()
    expect((await recordOf('new_account')).raised).toBe(0)
    expect((await list()).total).toBe(4)
  })
})

describe('an acting rule', () => {
  test('puts its jobs first within their category, with the reason, until it is switched off', async () => {
    await report(subject + 1, 'threat')
    await report(subject + 2)
    await several()
    await report(subject + 3)
    await raised('independent_reporters', 1)
    const before = [subject + 1, subject + 2, subject, subject + 3]
    expect(await queue()).toEqual(before)
    await setRule('independent_reporters', true)
    expect(await queue()).toEqual([subject + 1, subject, subject + 2, subject + 3])
    const [, first] = (await list()).jobs
    expect(first?.signals).toEqual([{ rule: 'independent_reporters', people: 3 }])
    const claimed = await moderation.desk.claimJob({ id: 0 }, await mona())
    expect(claimed.job?.subjectId).toBe(subject + 1)
    expect((await moderation.desk.claimJob({ id: 0 }, await mona())).job?.subjectId).toBe(subject)
    await setRule('independent_reporters', false)
    expect(await queue()).toEqual(before)
    expect((await list()).jobs.flatMap(({ signals }) => signals)).toEqual([])
  })

  test('raises jobs that come later, and leaves those of the other rule alone', async () => {
    await setRule('independent_reporters', true)
    room.metInADay.set(subject + 1, MANY_MET_MIN)
    moderation.auth.created.set(subject + 1, moderation.clock.now())
    await report(subject + 2)
    await report(subject + 1)
    await several()
    await raised('new_account', 1)
    await eventually(async () => expect(await queue()).toEqual([subject, subject + 2, subject + 1]))
    expect(await counted('rule="independent_reporters"', 'mode="acting"')).toBeGreaterThan(0)
  })

  test('puts no job before one whose time has passed', async () => {
    await report(subject + 1)
    await moderation.database.query('UPDATE jobs SET breached_at = now()')
    await report(subject + 2)
    await several()
    await raised('independent_reporters', 1)
    await setRule('independent_reporters', true)
    expect(await queue()).toEqual([subject + 1, subject, subject + 2])
  })

  test('keeps pages whole', async () => {
    await setRule('independent_reporters', true)
    await moderation.database.query(
      `INSERT INTO jobs (id, subject_id, grave, category, opened_at, due_at, reports, reporters, precedence)
       SELECT 5000 + n, 700000 + n, false, (ARRAY['spam', 'threat'])[1 + n % 2]::report_category,
         timestamptz '2026-01-01' + n % 4 * interval '1 second', timestamptz '2100-01-01', 1, 1, n % 3 % 2
       FROM generate_series(1, 60) AS n`,
    )
    const pages: { id: number }[] = []
    for (let after = ''; ;) {
      const { jobs, next } = await list({ after })
      pages.push(...jobs)
      if (next === '') break
      after = next
    }
    expect(new Set(pages.map(({ id }) => id)).size).toBe(60)
    expect(pages).toHaveLength(60)
    const { rows } = await moderation.database.query<{ id: number }>(
      'SELECT id FROM jobs ORDER BY category, precedence, opened_at, id',
    )
    expect(pages.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  })
})

describe('rules', () => {
  test('count jobs of the last days, and how they ended', async () => {
    await several(subject)
    await several(subject + 1)
    await several(subject + 2)
    await raised('independent_reporters', 3)
    const { jobs } = await list()
    await decided(jobs[0]!.id, 'acted')
    await decided(jobs[1]!.id, 'dismissed')
    await decided(jobs[2]!.id, 'acted', 'undone')
    expect(await recordOf('independent_reporters')).toMatchObject({ raised: 3, decided: 2, breaches: 1, acting: false })
    expect(await rules()).toMatchObject({ decided: 2, breaches: 1 })
    await moderation.database.query('UPDATE signals SET raised_at = raised_at - $1::interval', [
      `${DESK_RULE_DAYS} days`,
    ])
    expect(await recordOf('independent_reporters')).toMatchObject({ raised: 0, decided: 0, breaches: 0 })
  })

  test('are switched by owners alone, once, with an audit entry', async () => {
    expect(await refusalOf(moderation.desk.getRules({}, await mona()))).toBe('NOT_ALLOWED')
    const wanted = { rule: 'new_account', acting: true }
    expect(await refusalOf(moderation.desk.setRule(wanted, await mona()))).toBe('NOT_ALLOWED')
    expect(await refusalOf(setRule('another', true))).toBe('INVALID_FIELD')
    const { rules: changed } = await setRule('new_account', true)
    expect(changed.map(({ rule, acting, changedBy }) => [rule, acting, changedBy])).toEqual([
      ['independent_reporters', false, ''],
      ['new_account', true, 'mod1'],
    ])
    expect(await moderation.audited()).toMatchObject([
      { action: 'desk.rule', details: JSON.stringify({ rule: 'new_account', acting: true }) },
    ])
    const countEntries = async () =>
      (await moderation.database.query<{ n: number }>(`SELECT count(*) AS n FROM audit_log WHERE action = 'desk.rule'`))
        .rows[0]!.n
    const before = await countEntries()
    await setRule('new_account', true)
    expect(await countEntries()).toBe(before)
  })
})
