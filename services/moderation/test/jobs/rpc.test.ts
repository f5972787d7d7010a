import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createBus, newId } from '@kla/chassis'
import { subjects } from '@kla/proto'
import {
  BREAK_AFTER_JOBS,
  BREAK_DUTY_MS,
  DUTY_MS,
  DUTY_SEEN_MS,
  HANDOVERS_MAX,
  HANDOVERS_MS,
  JOB_CLAIM_MS,
  JOB_CLOCKS_MS,
  type Permission,
  refusedField,
  type ReportCategory,
} from '@kla/proto/web'
import { eventually, infrastructure, quietLogger, refusalOf } from '@kla/testkit'
import { deriveAllJobs } from '../support/derive-all-jobs.js'
import { FakeRoom } from '../support/fake-room.js'
import { type Client, createModeration, type DeskClient, type Moderation } from '../support/moderation.js'

const LIST = { after: '', limit: 25, mine: false }
const DECIDES: readonly Permission[] = ['reports.read', 'reports.decide']
const GRAVE: readonly Permission[] = [...DECIDES, 'reports.grave']

let moderation: Moderation
let client: Client
let desk: DeskClient
let nextReporter = 500_000
let subject = 1_000

beforeAll(async () => {
  moderation = await createModeration()
  const pod = await moderation.pod({ clients: new FakeRoom().clients })
  client = pod.client
  desk = pod.desk
})
afterAll(() => moderation.close())
beforeEach(async () => {
  subject += 1
  for (const table of [
    'appeals',
    'decisions',
    'jobs',
    'reports',
    'duties',
    'approvals',
    'tickets',
    'hard_looks',
    'breaks',
  ]) {
    await moderation.database.query(`DELETE FROM ${table}`)
  }
})

async function report(category: ReportCategory = 'abuse', about = subject): Promise<number> {
  const given = { reportedId: about, category, reason: 'Something.', incident: '' }
  return (await client.submitReport(given, await moderation.as(nextReporter++))).reportId
}
const anna = (...more: Permission[]) => moderation.administrator(11, ...DECIDES, ...more)
const ben = (...more: Permission[]) => moderation.administrator(12, ...DECIDES, ...more)
const chloe = () => moderation.administrator(13, ...GRAVE)
const list = async (context: { principal: string }, given: Partial<typeof LIST> = {}) =>
  desk.listJobs({ ...LIST, ...given }, context)
const onlyJob = async (context?: { principal: string }) => {
  const { jobs } = await list(context ?? (await chloe()))
  expect(jobs).toHaveLength(1)
  return jobs[0]!
}
interface Entry {
  readonly action: string
  readonly subject_id: string
  readonly actor_id: number
  readonly details: Record<string, unknown>
  readonly restricted: boolean
}
const entries = async (limit = 1): Promise<Entry[]> => {
  const { rows } = await moderation.database.query<Omit<Entry, 'details'> & { details: string }>(
    `SELECT action, subject_id, actor_id, details, restricted FROM audit_log WHERE event_id = ''
     ORDER BY at_ms DESC, seq DESC LIMIT $1`,
    [limit],
  )
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as Record<string, unknown> }))
}
const countEntries = async (): Promise<number> =>
  (await moderation.database.query<{ n: number }>('SELECT count(*) AS n FROM audit_log')).rows[0]!.n

describe('jobs of reports', () => {
  test('open with a report, name its account, and close with the decision', async () => {
    const id = await report('harassment')
    const { createdAtMs } = (await client.listReports({ ...REPORTS }, await anna())).reports[0]!
    expect(await onlyJob()).toMatchObject({
      subjectId: subject,
      subjectName: `player${subject}`,
      category: 'harassment',
      openedAtMs: createdAtMs,
      dueAtMs: createdAtMs + JOB_CLOCKS_MS.harassment,
      reports: 1,
      reporters: 1,
      claimedById: 0,
      claim: '',
      closedAtMs: 0,
    })
    await client.reviewReport({ id, action: 'dismiss' }, await anna())
    expect(await list(await chloe())).toMatchObject({ jobs: [], total: 0 })
  })

  test('open again when a decision about a report is undone', async () => {
    const id = await report()
    await client.changeReports({ ids: [id], op: 'status', status: 'reviewed' }, await anna())
    expect((await list(await anna())).total).toBe(0)
    await client.updateReport({ id, status: 'pending' }, await anna())
    expect((await list(await anna())).total).toBe(1)
  })

  test('merge submissions of one reporter', async () => {
    const reporter = await moderation.as(nextReporter++)
    for (const category of ['other', 'threat']) {
      await client.submitReport({ reportedId: subject, category, reason: category, incident: '' }, reporter)
    }
    expect(await onlyJob()).toMatchObject({ category: 'threat', reports: 1, reporters: 1 })
  })

  test('close when their reports are deleted, and open when these are restored', async () => {
    const id = await report()
    await client.deleteReport({ id }, await anna('reports.delete'))
    expect((await list(await chloe())).total).toBe(0)
    await client.restoreReport({ id }, await ben('reports.delete'))
    expect((await list(await chloe())).total).toBe(1)
  })

  test('move to the grave side with a category, and then do not exist for others', async () => {
    const id = await report()
    const mine = await desk.claimJob({ id: (await onlyJob()).id }, await anna())
    await client.updateReport({ id, category: 'possible_minor' }, await chloe())
    expect(await list(await anna())).toMatchObject({ jobs: [], total: 0 })
    const { job, reports } = await desk.getJob({ id: mine.job!.id }, await anna())
    expect(job?.closedAtMs).toBeGreaterThan(0)
    expect(reports).toEqual([])
    const grave = await onlyJob(await chloe())
    expect(await refusalOf(desk.getJob({ id: grave.id }, await anna()))).toBe('JOB_NOT_FOUND')
    expect(await refusalOf(desk.claimJob({ id: grave.id }, await anna()))).toBe('JOB_NOT_FOUND')
    expect(await refusalOf(desk.claimJob({ id: 0 }, await anna()))).toBe('JOB_NOT_FOUND')
    expect(await refusalOf(desk.renewClaim({ id: grave.id, claim: '' }, await anna()))).toBe('JOB_NOT_FOUND')
    expect(await refusalOf(desk.releaseJob({ id: grave.id, claim: '' }, await anna()))).toBe('JOB_NOT_FOUND')
  })
})

const REPORTS = { q: '', status: '', category: '', reporterId: 0, reportedId: 0, page: 1, pageSize: 25, sort: '' }

describe('ListJobs', () => {
  test('lists the most serious category first, then the oldest, in pages', async () => {
    await moderation.database.query(
      `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason)
       SELECT 200000000 + n, timestamptz '2026-01-01' + n % 4 * interval '1 second', 1, $1 + n,
         (ARRAY['spam', 'threat', 'possible_minor'])[1 + n % 3]::report_category, '' FROM generate_series(1, 60) AS n`,
      [subject],
    )
    await deriveAllJobs(moderation.database)
    expect((await list(await chloe())).total).toBe(60)
    const pages = []
    for (let after = ''; ;) {
      const { jobs, next } = await list(await chloe(), { after })
      pages.push(...jobs)
      if (next === '') break
      after = next
    }
    expect(pages).toHaveLength(60)
    expect(new Set(pages.map(({ id }) => id)).size).toBe(60)
    const order = ['possible_minor', 'threat', 'spam']
    const sorted = pages.toSorted(
      (one, other) =>
        order.indexOf(one.category) - order.indexOf(other.category) ||
        one.openedAtMs - other.openedAtMs ||
        one.id - other.id,
    )
    expect(pages).toEqual(sorted)
  })

  test('lists only claims in force of the caller as mine', async () => {
    await report('abuse', subject)
    await report('spam', subject + 1)
    await desk.claimJob({ id: 0 }, await anna())
    expect(await list(await anna(), { mine: true })).toMatchObject({ total: 1, jobs: [{ category: 'abuse' }] })
    expect((await list(await ben(), { mine: true })).total).toBe(0)
    moderation.clock.aheadMs += JOB_CLAIM_MS
    expect((await list(await anna(), { mine: true })).total).toBe(0)
    expect((await list(await anna())).total).toBe(2)
  })

  test('refuses unknown page sizes and cursors', async () => {
    for (const given of [
      { limit: 26 },
      { after: 'x' },
      { after: 'spam.1.0' },
      { after: 'nothing.1.1' },
      { after: 'spam.1.1.1' },
    ]) {
      expect(await refusalOf(list(await anna(), given))).toBe('INVALID_FIELD')
    }
  })

  test('is recorded, apart for those who see grave jobs', async () => {
    await report('illegal_content')
    await list(await anna())
    expect((await entries())[0]).toMatchObject({ action: 'jobs.list', restricted: false, details: { jobs: [] } })
    const { id } = await onlyJob(await chloe())
    expect((await entries())[0]).toMatchObject({ action: 'jobs.list', restricted: true, details: { jobs: [id] } })
  })

  test('counts earlier decisions, grave ones only for those who may see them', async () => {
    await report()
    await moderation.database.query(
      `INSERT INTO decisions (id, account_id, job_id, grave, outcome, rule, facts, basis, letter, report_ids,
         decided_by_id, decided_by, decided_at, appeal_until, state, ended_at)
       SELECT gen_random_uuid(), $1, 1, grave, 'dismissed', '', '', '{}', '', '{}', 1, 'mod', now(), now(), state,
         CASE WHEN state <> 'in_force' THEN now() END
       FROM (VALUES (false, 'in_force'), (false, 'overturned'), (false, 'undone'), (true, 'in_force')) AS d (grave, state)`,
      [subject],
    )
    expect((await onlyJob(await anna())).decisions).toBe(2)
    expect((await onlyJob(await chloe())).decisions).toBe(3)
  })
})

describe('GetJob', () => {
  test('returns pending reports oldest first, bans in force, and leaves an entry', async () => {
    const ids = [await report('spam'), await report('abuse'), await report('abuse')]
    await client.reviewReport({ id: ids[1]!, action: 'dismiss' }, await anna())
    const ban = await client.createBan(
      { userId: subject, reason: 'x', scope: 'chat', durationMs: 60_000, notes: '', evidenceJson: '' },
      await moderation.may('bans.set'),
    )
    const { id } = await onlyJob()
    const { job, reports, bansInForce, decisions } = await desk.getJob({ id }, await anna())
    expect(job).toMatchObject({ id, reports: 2 })
    expect(reports.map((each) => each.id)).toEqual([ids[0], ids[2]])
    expect(reports[0]).toMatchObject({ reportedName: `player${subject}`, reason: 'Something.' })
    expect(bansInForce.map((each) => each.id)).toEqual([ban.id])
    expect(decisions).toEqual([])
    expect((await entries())[0]).toMatchObject({
      action: 'jobs.read',
      subject_id: String(id),
      restricted: false,
      details: { account: subject, reports: [ids[0], ids[2]], bans: [ban.id] },
    })
  })

  test('returns a closed job without the reports of the next one', async () => {
    const id = await report()
    const { id: first } = await onlyJob()
    await client.reviewReport({ id, action: 'dismiss' }, await anna())
    await report()
    const { job, reports } = await desk.getJob({ id: first }, await anna())
    expect(job?.closedAtMs).toBeGreaterThan(0)
    expect(reports).toEqual([])
  })

  test('leaves a restricted entry for a grave job', async () => {
    await report('possible_minor')
    await desk.getJob({ id: (await onlyJob()).id }, await chloe())
    expect((await entries())[0]).toMatchObject({ action: 'jobs.read', restricted: true })
  })

  test('refuses unknown jobs and administrators without reports.read', async () => {
    await report()
    const { id } = await onlyJob()
    for (const unknown of [0, -1, id + 1_000]) {
      expect(await refusalOf(desk.getJob({ id: unknown }, await anna()))).toBe('JOB_NOT_FOUND')
    }
    expect(await refusalOf(desk.getJob({ id }, await moderation.may('tickets.read')))).toBe('NOT_ALLOWED')
    expect(await refusalOf(desk.claimJob({ id }, await moderation.may('reports.read')))).toBe('NOT_ALLOWED')
  })
})

describe('ClaimJob', () => {
  test('claims a job for one administrator and records it once', async () => {
    const reportId = await report()
    const { id } = await onlyJob()
    const { job, reports } = await desk.claimJob({ id }, await anna())
    expect(job).toMatchObject({
      id,
      claimedById: 11,
      claimedBy: 'mod11',
      claim: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(reports.map((each) => each.id)).toEqual([reportId])
    expect(await refusalOf(desk.claimJob({ id }, await ben()))).toBe('JOB_CLAIMED')
    expect(await onlyJob(await ben())).toMatchObject({ claimedBy: 'mod11', claim: '' })
    expect((await entries(10)).filter(({ action }) => action === 'jobs.claim')).toMatchObject([
      { subject_id: String(id), actor_id: 11, details: { account: subject } },
    ])
  })

  test("renews the caller's own claim and keeps its id", async () => {
    await report()
    const { id } = await onlyJob()
    const first = await desk.claimJob({ id }, await anna())
    moderation.clock.aheadMs += JOB_CLAIM_MS / 2
    const again = await desk.claimJob({ id }, await anna())
    expect(again.job?.claim).toBe(first.job?.claim)
    expect(again.job!.claimedUntilMs).toBeGreaterThan(first.job!.claimedUntilMs)
  })

  test('hands out the next free job, one whose claim has lapsed too', async () => {
    await report('threat', subject)
    await report('spam', subject + 1)
    const first = await desk.claimJob({ id: 0 }, await anna())
    expect(first.job?.category).toBe('threat')
    expect((await desk.claimJob({ id: 0 }, await ben())).job?.category).toBe('spam')
    expect(await refusalOf(desk.claimJob({ id: 0 }, await chloe()))).toBe('JOB_NOT_FOUND')
    moderation.clock.aheadMs += JOB_CLAIM_MS
    const next = await desk.claimJob({ id: 0 }, await chloe())
    expect(next.job).toMatchObject({ id: first.job?.id, claimedBy: 'mod13' })
    expect(next.job?.claim).not.toBe(first.job?.claim)
    expect(await refusalOf(desk.renewClaim({ id: first.job!.id, claim: first.job!.claim }, await anna()))).toBe(
      'CLAIM_LOST',
    )
  })

  test('returns the job it claimed first when the request is repeated, also while the first attempt runs', async () => {
    await report('threat', subject)
    await report('spam', subject + 1)
    const request = { ...(await anna()), requestId: newId() }
    const [one, other] = await Promise.all([desk.claimJob({ id: 0 }, request), desk.claimJob({ id: 0 }, request)])
    const third = await desk.claimJob({ id: 0 }, request)
    expect([one, other, third].map(({ job }) => job?.category)).toEqual(['threat', 'threat', 'threat'])
    expect(new Set([one, other, third].map(({ job }) => job?.claim)).size).toBe(1)
    const ofJob = (await entries(20)).filter(({ subject_id }) => subject_id === String(one.job?.id))
    expect(ofJob.filter(({ action }) => action === 'jobs.claim')).toHaveLength(1)
    const fromBen = await desk.claimJob({ id: 0 }, { ...(await ben()), requestId: request.requestId })
    expect(fromBen.job?.category).toBe('spam')
  })

  test('hands out the only free job, which something else has locked for a moment', async () => {
    await report('threat')
    const looking = await moderation.database.connect()
    try {
      await looking.query('BEGIN')
      const { rows } = await looking.query<{ id: number }>('SELECT id FROM jobs WHERE closed_at IS NULL FOR UPDATE')
      const claimed = desk.claimJob({ id: 0 }, await anna())
      await eventually(async () => {
        const waiting = await moderation.database.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)
        return (waiting.rowCount ?? 0) > 0
      })
      await looking.query('COMMIT')
      expect((await claimed).job?.id).toBe(rows[0]?.id)
    } finally {
      looking.release(true)
    }
  })

  test('hands out grave jobs first, only to those who may see them', async () => {
    await report('threat', subject)
    await report('possible_minor', subject + 1)
    expect((await desk.claimJob({ id: 0 }, await anna())).job?.category).toBe('threat')
    expect((await desk.claimJob({ id: 0 }, await chloe())).job?.category).toBe('possible_minor')
    expect(
      (await entries(4)).filter(({ action }) => action === 'jobs.claim').map(({ restricted }) => restricted),
    ).toEqual([true, false])
  })
})

describe('RenewClaim and ReleaseJob', () => {
  test('renew the own claim, without an entry', async () => {
    await report()
    const { job } = await desk.claimJob({ id: 0 }, await anna())
    const before = await countEntries()
    moderation.clock.aheadMs += JOB_CLAIM_MS - 5_000
    const renewed = await desk.renewClaim({ id: job!.id, claim: job!.claim }, await anna())
    expect(renewed.claimedUntilMs).toBeGreaterThan(job!.claimedUntilMs + JOB_CLAIM_MS / 2)
    expect(await countEntries()).toBe(before)
    expect(await refusalOf(desk.renewClaim({ id: job!.id, claim: job!.claim }, await ben()))).toBe('CLAIM_LOST')
    expect(await refusalOf(desk.renewClaim({ id: job!.id, claim: crypto.randomUUID() }, await anna()))).toBe(
      'CLAIM_LOST',
    )
  })

  test('give the job back once, and leave the claim of another alone', async () => {
    await report()
    const { job } = await desk.claimJob({ id: 0 }, await anna())
    const own = { id: job!.id, claim: job!.claim }
    expect((await desk.releaseJob(own, await ben())).claimedById).toBe(11)
    expect(await desk.releaseJob(own, await anna())).toMatchObject({ claimedById: 0, claim: '' })
    expect((await entries())[0]).toMatchObject({ action: 'jobs.release', subject_id: String(own.id) })
    const before = await countEntries()
    await desk.releaseJob(own, await anna())
    expect(await countEntries()).toBe(before)
    expect((await desk.claimJob({ id: 0 }, await ben())).job?.claimedById).toBe(12)
  })

  test('are refused once the job is done', async () => {
    const id = await report()
    const { job } = await desk.claimJob({ id: 0 }, await anna())
    await client.reviewReport({ id, action: 'dismiss' }, await anna())
    const own = { id: job!.id, claim: job!.claim }
    expect(await refusalOf(desk.renewClaim(own, await anna()))).toBe('JOB_NOT_FOUND')
    expect(await refusalOf(desk.releaseJob(own, await anna()))).toBe('JOB_NOT_FOUND')
    expect(await refusalOf(desk.claimJob({ id: own.id }, await anna()))).toBe('JOB_NOT_FOUND')
  })
})

describe('GetDesk', () => {
  const waiting = async (...permissions: Permission[]) => desk.getDesk({}, await moderation.may(...permissions))

  test('counts what waits, and only what the caller may see', async () => {
    await report('threat', subject)
    await report('possible_minor', subject + 1)
    await client.openTicket(
      {
        subject: 's',
        message: 'm',
        category: 'Other',
        priority: 'Low',
        relatedStripeEmail: '',
        relatedRoomId: '',
        relatedOrderId: '',
        relatedBattleId: '',
        diagnosticsJson: '',
      },
      await moderation.as(nextReporter++),
    )
    expect(await waiting(...GRAVE, 'tickets.read')).toMatchObject({
      jobs: 2,
      breached: 0,
      tickets: 1,
      graveCovered: false,
    })
    const ordinary = await waiting(...DECIDES)
    expect(ordinary).toMatchObject({ jobs: 1, tickets: 0 })
    expect(ordinary.graveCovered).toBeUndefined()
    expect(ordinary.oldestAtMs).toBeGreaterThan(0)
    expect(await waiting('tickets.read')).toMatchObject({ jobs: 0, oldestAtMs: 0, tickets: 1, onDuty: [] })
    expect(await refusalOf(waiting('audit.read'))).toBe('NOT_ALLOWED')
    moderation.clock.aheadMs += JOB_CLOCKS_MS.threat
    expect(await waiting(...DECIDES)).toMatchObject({ breached: 1 })
    expect(await waiting(...GRAVE)).toMatchObject({ breached: 2 })
  })

  test('counts open appeals, those of grave decisions only for those who may see them', async () => {
    await moderation.database.query(
      `WITH decided AS (
         INSERT INTO decisions (id, account_id, job_id, grave, outcome, rule, facts, basis, letter, report_ids,
           decided_by_id, decided_by, decided_at, appeal_until)
         SELECT gen_random_uuid(), $1, 1, grave, 'acted', 'other', 'x', '{chat}', '', '{}', 1, 'mod', now(), now()
         FROM (VALUES (false), (true)) AS d (grave) RETURNING id
       ) INSERT INTO appeals (decision_id, text, opened_at, due_at) SELECT id, 'x', now(), now() FROM decided`,
      [subject],
    )
    expect(await waiting(...DECIDES)).toMatchObject({ appeals: 1 })
    expect(await waiting(...GRAVE)).toMatchObject({ appeals: 2 })
    expect(await waiting('reports.read')).toMatchObject({ appeals: 0 })
  })

  test('counts approvals that the caller may give', async () => {
    const id = await report()
    await client.askForReportDeletion({ ids: [id], reason: 'r' }, await anna('reports.delete'))
    const approvals = async (who: Promise<{ principal: string }>) => (await desk.getDesk({}, await who)).approvals
    expect(await approvals(ben('reports.delete'))).toBe(1)
    expect(await approvals(ben())).toBe(0)
    expect(await approvals(anna('reports.delete'))).toBe(0)
    expect(await approvals(moderation.administratorMadeBy([11], 14, ...DECIDES, 'reports.delete'))).toBe(0)
  })

  test('leaves no entry', async () => {
    const before = await countEntries()
    await waiting(...GRAVE)
    expect(await countEntries()).toBe(before)
  })
})

describe('SetDuty', () => {
  test('starts a duty once, ends it, and records both', async () => {
    const started = await desk.setDuty({ on: true }, await anna())
    expect(started.onDuty).toMatchObject([{ administratorId: 11, name: 'mod11' }])
    expect(started.onDuty[0]!.untilMs - started.onDuty[0]!.sinceMs).toBe(DUTY_MS)
    expect((await entries())[0]).toMatchObject({
      action: 'desk.duty',
      actor_id: 11,
      details: { on: true },
      restricted: false,
    })
    const before = await countEntries()
    expect((await desk.setDuty({ on: true }, await anna())).onDuty).toEqual(started.onDuty)
    expect(await countEntries()).toBe(before)
    expect((await desk.setDuty({ on: false }, await anna())).onDuty).toEqual([])
    expect((await entries())[0]).toMatchObject({ action: 'desk.duty', details: { on: false } })
    expect((await desk.setDuty({ on: true }, await anna())).onDuty).toHaveLength(1)
  })

  test('starts one duty when an administrator starts it twice at once', async () => {
    const context = await anna()
    await Promise.all([1, 2, 3, 4].map(() => desk.setDuty({ on: true }, context)))
    expect((await desk.getDesk({}, context)).onDuty).toHaveLength(1)
  })

  test('ends automatically', async () => {
    await desk.setDuty({ on: true }, await anna())
    moderation.clock.aheadMs += DUTY_MS
    expect((await desk.getDesk({}, await anna())).onDuty).toEqual([])
  })

  test('counts a duty while its administrator changes the desk or renews a claim, however often the desk is read', async () => {
    await report()
    await desk.setDuty({ on: true }, await anna())
    const onDuty = async () => (await desk.getDesk({}, await anna())).onDuty.length
    const { job } = await desk.claimJob({ id: 0 }, await anna())
    for (let minutes = 0; minutes < 40; minutes += 8) {
      moderation.clock.aheadMs += 8 * 60_000
      await desk.renewClaim({ id: job!.id, claim: job!.claim }, await anna())
    }
    expect(await onDuty()).toBe(1)
    const note = (by: Promise<{ principal: string }>) =>
      by.then((as) => desk.leaveHandover({ noteId: newId(), text: 'x' }, as))
    moderation.clock.aheadMs += DUTY_SEEN_MS - 10_000
    expect(await onDuty()).toBe(1)
    await note(anna())
    moderation.clock.aheadMs += DUTY_SEEN_MS - 10_000
    expect(await onDuty()).toBe(1)
    moderation.clock.aheadMs += 10_000
    await note(ben())
    expect(await onDuty()).toBe(0)
  })

  test('starts a lapsed duty only by a press, as another one with its own entry', async () => {
    const first = (await desk.setDuty({ on: true }, await anna())).onDuty[0]!
    moderation.clock.aheadMs += DUTY_SEEN_MS
    const before = await countEntries()
    expect((await desk.setDuty({ on: true, renews: true }, await anna())).onDuty).toEqual([])
    expect((await desk.leaveHandover({ noteId: newId(), text: 'x' }, await anna())).onDuty).toEqual([])
    expect((await desk.setDuty({ on: false }, await anna())).onDuty).toEqual([])
    expect(await countEntries()).toBe(before + 1)
    const again = (await desk.setDuty({ on: true }, await anna())).onDuty
    expect(again).toMatchObject([{ administratorId: 11 }])
    expect(again[0]!.sinceMs).toBeGreaterThanOrEqual(first.sinceMs + DUTY_SEEN_MS)
    expect((await entries())[0]).toMatchObject({ action: 'desk.duty', details: { on: true } })
    expect(await countEntries()).toBe(before + 2)
    const { rows } = await moderation.database.query<{ until: Date }>('SELECT until FROM duties ORDER BY id LIMIT 1')
    expect(rows[0]!.until.getTime()).toBe(first.sinceMs + DUTY_SEEN_MS)
  })

  test('renews a duty that is in progress, and starts none', async () => {
    expect((await desk.setDuty({ on: true, renews: true }, await anna())).onDuty).toEqual([])
    const { onDuty } = await desk.setDuty({ on: true }, await anna())
    for (let times = 0; times < 2; times += 1) {
      moderation.clock.aheadMs += DUTY_SEEN_MS - 10_000
      expect((await desk.setDuty({ on: true, renews: true }, await anna())).onDuty).toEqual(onDuty)
    }
  })

  test('writes at most once a minute that someone is at work', async () => {
    await desk.setDuty({ on: true }, await anna())
    const written = async () =>
      (await moderation.database.query<{ x: string }>('SELECT xmin::text AS x FROM duties')).rows[0]!.x
    const before = await written()
    moderation.clock.aheadMs += 30_000
    await desk.leaveHandover({ noteId: newId(), text: 'x' }, await anna())
    expect(await written()).toBe(before)
    moderation.clock.aheadMs += 30_000
    await desk.leaveHandover({ noteId: newId(), text: 'y' }, await anna())
    expect(await written()).not.toBe(before)
  })

  test('covers grave reports by the rights of those on duty', async () => {
    expect((await desk.setDuty({ on: true }, await anna())).graveCovered).toBeUndefined()
    expect((await desk.getDesk({}, await chloe())).graveCovered).toBe(false)
    expect((await desk.setDuty({ on: true }, await chloe())).graveCovered).toBe(true)
  })
})

describe('breaks', () => {
  const supervisor = (...more: Permission[]) =>
    moderation.administrator(14, ...DECIDES, 'administrators.manage', ...more)
  async function claimMany(category: ReportCategory, count: number, who: Promise<{ principal: string }>) {
    for (let index = 0; index < count; index += 1) {
      subject += 1
      await report(category)
      await desk.claimJob({ id: 0 }, await who)
    }
  }

  test('are suggested after six hard jobs, shown to supervisors, and refuse no job', async () => {
    await claimMany('threat', BREAK_AFTER_JOBS - 1, anna())
    await claimMany('spam', 3, anna())
    expect((await desk.getDesk({}, await anna())).breakDue).toBeUndefined()
    await claimMany('threat', 1, anna())
    const due = { administratorId: 11, name: 'mod11', reason: 'jobs', jobs: BREAK_AFTER_JOBS }
    expect(await desk.getDesk({}, await anna())).toMatchObject({ breakDue: due, othersDue: [] })
    expect(await desk.getDesk({}, await supervisor())).toMatchObject({ breakDue: undefined, othersDue: [due] })
    expect(await desk.getDesk({}, await ben())).toMatchObject({ breakDue: undefined, othersDue: [] })
    await desk.setDuty({ on: true }, await anna())
    await claimMany('threat', 1, anna())
    expect((await desk.getDesk({}, await anna())).breakDue?.jobs).toBe(BREAK_AFTER_JOBS + 1)
  })

  test('reveal no grave jobs to supervisors who may not see them', async () => {
    await claimMany('possible_minor', BREAK_AFTER_JOBS, anna('reports.grave'))
    expect((await desk.getDesk({}, await anna('reports.grave'))).breakDue).toMatchObject({ jobs: BREAK_AFTER_JOBS })
    expect((await desk.getDesk({}, await supervisor())).othersDue).toEqual([])
    expect((await desk.getDesk({}, await supervisor('reports.grave'))).othersDue).toHaveLength(1)
  })

  test('count a job that is opened again once', async () => {
    await report('threat')
    const { id } = await onlyJob()
    for (let index = 0; index < BREAK_AFTER_JOBS; index += 1) {
      const { job } = await desk.claimJob({ id }, await anna())
      await desk.releaseJob({ id, claim: job!.claim }, await anna())
    }
    expect((await desk.getDesk({}, await anna())).breakDue).toBeUndefined()
  })

  test('count anew once taken, with one entry, also when taken several times at once', async () => {
    await claimMany('threat', BREAK_AFTER_JOBS, anna())
    const before = await countEntries()
    const taken = await Promise.all([1, 2, 3].map(async () => desk.takeBreak({}, await anna())))
    expect(taken.map(({ breakDue }) => breakDue)).toEqual([undefined, undefined, undefined])
    expect(await countEntries()).toBe(before + 1)
    expect((await entries())[0]).toMatchObject({ action: 'desk.break', actor_id: 11, restricted: false, details: {} })
    moderation.clock.aheadMs += 1
    await claimMany('threat', BREAK_AFTER_JOBS - 1, anna())
    expect((await desk.getDesk({}, await anna())).breakDue).toBeUndefined()
    await claimMany('threat', 1, anna())
    expect((await desk.getDesk({}, await anna())).breakDue).toMatchObject({ reason: 'jobs' })
  })

  test('are due by time on duty', async () => {
    await desk.setDuty({ on: true }, await anna())
    for (let passedMs = 0; passedMs < BREAK_DUTY_MS; passedMs += DUTY_SEEN_MS / 2) {
      moderation.clock.aheadMs += DUTY_SEEN_MS / 2
      await desk.setDuty({ on: true, renews: true }, await anna())
    }
    expect((await desk.getDesk({}, await anna())).breakDue).toBeUndefined()
    await claimMany('self_harm', 1, anna())
    expect((await desk.getDesk({}, await anna())).breakDue).toMatchObject({ reason: 'time', jobs: 1 })
    moderation.clock.aheadMs += DUTY_SEEN_MS
    expect((await desk.getDesk({}, await anna())).breakDue).toBeUndefined()
  })
})

describe('LeaveHandover', () => {
  test('shows the last notes, and adds each once', async () => {
    const note = { noteId: crypto.randomUUID(), text: ' Quiet night. ' }
    const left = await desk.leaveHandover(note, await anna())
    expect(left.handover).toMatchObject({ id: note.noteId, byId: 11, by: 'mod11', text: 'Quiet night.' })
    expect((await entries())[0]).toMatchObject({ action: 'desk.handover', details: { note: note.noteId } })
    const before = await countEntries()
    await Promise.all([1, 2].map(async () => desk.leaveHandover(note, await anna())))
    expect(await countEntries()).toBe(before)
    await desk.leaveHandover({ noteId: crypto.randomUUID(), text: 'Busy.' }, await ben())
    const after = await desk.getDesk({}, await anna())
    expect(after.handover).toMatchObject({ by: 'mod12', text: 'Busy.' })
    expect(after.handovers.slice(-2)).toMatchObject([{ text: 'Quiet night.' }, { by: 'mod12', text: 'Busy.' }])
  })

  test('shows at most twenty notes of the last day, and the last one at any age', async () => {
    const leave = async (text: string) => desk.leaveHandover({ noteId: newId(), text }, await anna())
    for (let count = 0; count <= HANDOVERS_MAX; count += 1) await leave(`${count}`)
    const texts = async () => (await desk.getDesk({}, await anna())).handovers.map(({ text }) => text)
    expect(await texts()).toEqual(Array.from({ length: HANDOVERS_MAX }, (_, index) => `${index + 1}`))
    moderation.clock.aheadMs += HANDOVERS_MS
    expect(await texts()).toEqual([`${HANDOVERS_MAX}`])
    expect((await desk.getDesk({}, await moderation.may('tickets.read'))).handovers).toEqual([])
  })

  test('refuses an empty note, and the id of the note of another', async () => {
    const note = { noteId: crypto.randomUUID(), text: 'x' }
    await desk.leaveHandover(note, await anna())
    expect(await refusalOf(desk.leaveHandover(note, await ben()))).toBe('INVALID_FIELD')
    await expect(desk.leaveHandover({ ...note, text: ' ' }, await anna())).rejects.toMatchObject({
      reason: 'INVALID_FIELD',
      message: refusedField('text').text,
    })
    expect(await refusalOf(desk.leaveHandover({ noteId: 'x', text: 'x' }, await anna()))).toBe('INVALID_FIELD')
  })
})

test('publishes a notice without content after changes', async () => {
  const bus = await createBus({ url: infrastructure().natsUrl, name: 'desk-test', log: quietLogger() })
  const received: number[] = []
  const subscribed = await bus.subscribe(subjects.deskChanged, ({ data }) => received.push(data.length))
  await report('abuse', subject)
  await eventually(async () => expect(new Set(received)).toEqual(new Set([0])))
  subscribed.close()
  await bus.close()
})
