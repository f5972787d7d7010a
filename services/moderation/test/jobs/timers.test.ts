import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createDatabase, createLogger, createMetrics, type Database, inTransaction, newId } from '@kla/chassis'
import { type MailboxStandIn, startMailboxStandIn } from '@kla/local'
import { DUTY_MS, DUTY_SEEN_MS, JOB_CLOCKS_MS, type ReportCategory } from '@kla/proto/web'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { type CallChannel, createMailChannel, createWebhookChannel } from '../../src/jobs/calls.js'
import { createClockStore } from '../../src/jobs/clock-store.js'
import { addOpeningCalls, changeDuties, deriveJobs } from '../../src/jobs/index.js'
import { createOpeningCalls } from '../../src/jobs/opening-calls.js'
import {
  CALL_AGAIN_MS,
  createCallForOpenings,
  createCallOnCall,
  createDeskMetrics,
  createRaiseBreaches,
} from '../../src/jobs/timers.js'
import { createSmtpMail } from '../../src/mails/smtp.js'
import { type Breaks, failingDatabase } from '../support/failing-database.js'

const BEGAN_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000

let database: Database
let drop: () => Promise<void>
let nowMs: number
let logged: Record<string, unknown>[]
let subject = 0
let lastReport = 100_000_000

beforeAll(async () => {
  const {
    url,
    schema,
    drop: dropSchema,
  } = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'moderation')
  drop = dropSchema
  database = createDatabase({ url, schema, log: quietLogger(), max: 8 })
})
afterAll(async () => {
  await database.end()
  await drop()
})
beforeEach(async () => {
  nowMs = BEGAN_MS
  logged = []
  for (const table of ['appeals', 'decisions', 'jobs', 'reports', 'duties'])
    await database.query(`DELETE FROM ${table}`)
})

const log = createLogger({
  service: 'test',
  level: 'debug',
  destination: { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
})
const warnings = (message: string) => logged.filter(({ msg }) => msg === message)

async function openJob(category: ReportCategory = 'abuse'): Promise<number> {
  subject += 1
  await database.query(
    `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason) VALUES ($1, $2, 1, $3, $4, '')`,
    [(lastReport += 1), new Date(nowMs), subject, category],
  )
  await inTransaction(database, (tx) => deriveJobs(tx, [subject], nowMs))
  const { rows } = await database.query<{ id: number }>('SELECT id FROM jobs WHERE subject_id = $1', [subject])
  return rows[0]!.id
}

async function openAppeal(): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `WITH decided AS (
       INSERT INTO decisions (id, account_id, job_id, grave, outcome, rule, facts, basis, letter, report_ids,
         decided_by_id, decided_by, decided_at, appeal_until)
       VALUES (gen_random_uuid(), 1, 1, false, 'acted', 'other', 'x', '{chat}', '', '{}', 1, 'mod', now(), now())
       RETURNING id
     ) INSERT INTO appeals (decision_id, text, opened_at, due_at) SELECT id, 'x', $1, $2 FROM decided RETURNING id`,
    [new Date(nowMs), new Date(nowMs + HOUR_MS)],
  )
  return rows[0]!.id
}

/** One pod's timer, and its count of alarms. */
function pod(breaks: Breaks = () => undefined) {
  const metrics = createMetrics('test')
  let notices = 0
  const raise = createRaiseBreaches({
    clocks: createClockStore(failingDatabase(database, breaks)),
    metrics: createDeskMetrics(metrics),
    log,
    now: () => nowMs,
    notify: () => (notices += 1),
  })
  const counted = async (queue: string): Promise<number> => {
    const text = await metrics.registry.metrics()
    return Number(new RegExp(`breaches_total\\{queue="${queue}".*\\} (\\d+)`).exec(text)?.[1])
  }
  return { raise, counted, notices: () => notices }
}

describe('createRaiseBreaches', () => {
  test('raises one alarm when the time of a job or appeal passes', async () => {
    const [job, grave, appeal] = [await openJob('threat'), await openJob('possible_minor'), await openAppeal()]
    await openJob('spam')
    const one = pod()
    nowMs += HOUR_MS - 1
    await one.raise()
    expect(logged).toEqual([])
    nowMs += 1
    await one.raise()
    await one.raise()
    expect(warnings('job is overdue')).toHaveLength(2)
    expect(warnings('job is overdue')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ job, queue: 'reports', category: 'threat' }),
        expect.objectContaining({ job: grave, queue: 'child-safety' }),
      ]),
    )
    expect(logged.find((line) => line['job'] === grave)).not.toHaveProperty('category')
    expect(warnings('appeal is overdue')).toMatchObject([{ appeal, queue: 'appeals' }])
    expect(await Promise.all(['reports', 'child-safety', 'appeals'].map(one.counted))).toEqual([1, 1, 1])
    expect(one.notices()).toBe(1)
  })

  test('raises each alarm on one of two pods', async () => {
    for (let at = 0; at < 30; at += 1) await openJob('threat')
    nowMs += HOUR_MS
    const pods = [pod(), pod()]
    await Promise.all([...pods, ...pods].map(({ raise }) => raise()))
    expect(warnings('job is overdue')).toHaveLength(30)
    expect(new Set(logged.map(({ job }) => job)).size).toBe(30)
    const [one, other] = await Promise.all(pods.map(({ counted }) => counted('reports')))
    expect(one! + other!).toBe(30)
  })

  test('leaves the alarm to another pod when one dies before the commit, and never forgets it', async () => {
    await openJob('threat')
    nowMs += HOUR_MS
    for (const when of ['before', 'after'] as const) {
      // The second statement marks the jobs: BEGIN is the first.
      let statements = 0
      const dying = pod(() => ((statements += 1) >= 2 ? when : undefined))
      await expect(dying.raise()).rejects.toThrow()
      expect(logged).toEqual([])
    }
    await pod().raise()
    await pod().raise()
    expect(warnings('job is overdue')).toHaveLength(1)
  })

  test('raises one alarm when only the answer to the commit is lost', async () => {
    await openJob('threat')
    nowMs += HOUR_MS
    let statements = 0
    const dying = pod(() => ((statements += 1) === 4 ? 'after' : undefined))
    await dying.raise().catch(() => undefined)
    expect(statements).toBe(4)
    await pod().raise()
    expect(warnings('job is overdue')).toHaveLength(1)
  })

  test('ignores decided jobs and raises more alarms than one statement marks', async () => {
    await database.query(
      `INSERT INTO jobs (id, subject_id, grave, category, opened_at, due_at, reports, reporters, closed_at)
       SELECT 1000 + n, 1000 + n, false, 'abuse', $1::timestamptz, $1, 1, 1, CASE WHEN n > 450 THEN $1 END
       FROM generate_series(1, 460) AS n`,
      [new Date(nowMs)],
    )
    await pod().raise()
    expect(warnings('job is overdue')).toHaveLength(450)
  })
})

describe('createCallForOpenings', () => {
  const called: unknown[] = []
  let accepts = true
  const channel: CallChannel = {
    name: 'webhook',
    async call(call) {
      called.push(call)
      return accepts
    },
  }
  const metrics = createMetrics('test')
  const deskMetrics = createDeskMetrics(metrics)
  const callForOpenings = () => {
    const deps = { openings: createOpeningCalls(database), channels: [channel], metrics: deskMetrics, log }
    return createCallForOpenings({ ...deps, now: () => nowMs })()
  }
  const counted = async (outcome: string): Promise<number> =>
    Number(new RegExp(`calls_total\\{outcome="${outcome}".*\\} (\\d+)`).exec(await metrics.registry.metrics())?.[1])
  const OPENINGS = ['a', 'b', 'c'].map((letter) => `7a0c8f5e-64b5-4c62-9d51-6f7d5c3f0a1${letter}`)

  const ask = (opening: string, reportId: number, action = 'evidence.ask') =>
    inTransaction(database, (tx) =>
      addOpeningCalls(tx, [
        {
          ...{ eventId: opening, atMs: nowMs, actorId: 1, actor: 'mod', action, requestId: '', restricted: false },
          ...{ subjectKind: 'report', subjectId: String(reportId), details: JSON.stringify({ opening }) },
        },
      ]),
    )

  test('calls once about each request with a clock of four hours or less, without report and names', async () => {
    called.length = 0
    accepts = true
    await openJob('threat')
    const threat = lastReport
    await openJob('illegal_content')
    const grave = lastReport
    await openJob('harassment')
    await ask(OPENINGS[0]!, threat)
    await ask(OPENINGS[0]!, threat)
    await ask(OPENINGS[1]!, grave)
    await ask(OPENINGS[2]!, lastReport)
    await ask(OPENINGS[2]!, threat, 'evidence.approve')
    accepts = false
    await callForOpenings()
    await callForOpenings()
    expect(called).toEqual([
      { opening: OPENINGS[0], due: new Date(nowMs + JOB_CLOCKS_MS.threat).toISOString(), kind: 'threat' },
      { opening: OPENINGS[1], due: new Date(nowMs + JOB_CLOCKS_MS.illegal_content).toISOString(), kind: 'grave' },
    ])
    expect(await Promise.all(['accepted', 'failed'].map(counted))).toEqual([0, 2])
    accepts = true
    nowMs += CALL_AGAIN_MS
    await callForOpenings()
    nowMs += CALL_AGAIN_MS
    await callForOpenings()
    expect(called).toHaveLength(4)
    expect(await Promise.all(['accepted', 'failed'].map(counted))).toEqual([2, 2])
    await createOpeningCalls(database).prune(nowMs + JOB_CLOCKS_MS.illegal_content)
    expect((await database.query('SELECT FROM opening_calls')).rowCount).toBe(0)
  })
})

describe('createCallOnCall', () => {
  const called: unknown[] = []
  let accepts: boolean
  beforeEach(() => {
    called.length = 0
    accepts = true
  })
  const channel: CallChannel = {
    name: 'webhook',
    async call(call) {
      called.push(call)
      return accepts
    },
  }
  const callOnCall = (channels: readonly CallChannel[] = [channel]) =>
    createCallOnCall({
      clocks: createClockStore(database),
      metrics: createDeskMetrics(createMetrics('test')),
      log,
      now: () => nowMs,
      channels,
    })
  const startDuty = (grave: boolean, untilMs = nowMs + HOUR_MS) =>
    database.query(
      `INSERT INTO duties (administrator_id, name, grave, since, seen_at, until) VALUES (1, 'mod', $1, $2, $2, $3)`,
      [grave, new Date(nowMs), new Date(untilMs)],
    )

  test('calls once about each urgent or grave job, without names and without the category of grave ones', async () => {
    const threat = await openJob('threat')
    const grave = await openJob('illegal_content')
    await openJob('harassment')
    const call = callOnCall()
    await call()
    expect(called).toHaveLength(2)
    expect(called).toEqual(
      expect.arrayContaining([
        { job: threat, due: new Date(nowMs + HOUR_MS).toISOString(), kind: 'threat' },
        { job: grave, due: new Date(nowMs + JOB_CLOCKS_MS.illegal_content).toISOString(), kind: 'grave' },
      ]),
    )
    nowMs += CALL_AGAIN_MS
    await call()
    await call()
    expect(called).toHaveLength(2)
    expect(warnings('on-call list called')).toHaveLength(2)
  })

  test('stays silent while someone on duty may take the job, and calls when the duty ends', async () => {
    await openJob('self_harm')
    await openJob('possible_minor')
    await startDuty(false)
    await callOnCall()()
    expect(called).toMatchObject([{ kind: 'grave' }])
    nowMs += HOUR_MS
    await callOnCall()()
    expect(called).toMatchObject([{ kind: 'grave' }, { kind: 'self_harm' }])
  })

  test('calls when the administrator on duty was not at work for half an hour', async () => {
    await openJob('threat')
    await startDuty(false, nowMs + DUTY_MS)
    nowMs += DUTY_SEEN_MS - 1
    await callOnCall()()
    expect(called).toEqual([])
    nowMs += 1
    await callOnCall()()
    expect(called).toMatchObject([{ kind: 'threat' }])
  })

  test.each<[string, object, string[]]>([
    ['is disabled', { disabled: { from: false, to: true } }, ['threat', 'grave']],
    ['may no longer decide', { role: { from: 'moderator', to: 'viewer' } }, ['threat', 'grave']],
    ['loses child safety', { child_safety: { from: true, to: false } }, ['grave']],
    ['becomes an owner', { role: { from: 'moderator', to: 'owner' } }, []],
    ['gets a new password', { password: 'set' }, []],
  ])('calls about what is uncovered when the administrator on duty %s', async (_what, details, kinds) => {
    await startDuty(true)
    await openJob('threat')
    await openJob('possible_minor')
    nowMs += 1
    const update = (subjectId: string, atMs: number) => ({
      ...{ eventId: newId(), atMs, actorId: 2, actor: 'owner', action: 'administrators.update', requestId: '' },
      ...{ restricted: false, subjectKind: 'administrator', subjectId, details: JSON.stringify(details) },
    })
    // Neither another administrator's, nor one from before the duty.
    await inTransaction(database, (tx) => changeDuties(tx, [update('2', nowMs), update('1', nowMs - 1)]))
    await callOnCall()()
    expect(called).toEqual([])
    await inTransaction(database, (tx) => changeDuties(tx, [update('1', nowMs)]))
    nowMs += CALL_AGAIN_MS
    await callOnCall()()
    expect(called.map((call) => (call as { kind: string }).kind).sort()).toEqual([...kinds].sort())
  })

  test('stays silent for a duty that covers grave jobs, and for a claimed job until its claim lapses', async () => {
    const id = await openJob('possible_minor')
    await startDuty(true, nowMs + 1_000)
    await callOnCall()()
    expect(called).toEqual([])
    nowMs += 1_000
    await database.query(
      `UPDATE jobs SET claim = gen_random_uuid(), claimed_by_id = 1, claimed_until = $2 WHERE id = $1`,
      [id, new Date(nowMs + 1_000)],
    )
    await callOnCall()()
    expect(called).toEqual([])
    nowMs += 1_000
    await callOnCall()()
    expect(called).toHaveLength(1)
  })

  test('repeats the call each minute until one channel accepts, on one of two pods', async () => {
    await openJob('threat')
    accepts = false
    await Promise.all([callOnCall()(), callOnCall()()])
    expect(called).toHaveLength(1)
    expect(warnings('on-call list not reached')).toMatchObject([{ failed: ['webhook'], reached: [] }])
    nowMs += CALL_AGAIN_MS - 1
    await callOnCall()()
    expect(called).toHaveLength(1)
    nowMs += 1
    const other: CallChannel = { name: 'mail', call: async () => true }
    await callOnCall([channel, other])()
    expect(called).toHaveLength(2)
    expect(warnings('on-call list called')).toMatchObject([{ failed: ['webhook'], reached: ['mail'] }])
    nowMs += CALL_AGAIN_MS
    await callOnCall()()
    expect(called).toHaveLength(2)
  })
})

describe('createWebhookChannel', () => {
  let server: Server
  let received: { method: string | undefined; type: string | undefined; body: string }[]
  let status: number
  let answers: boolean
  beforeEach(async () => {
    received = []
    status = 204
    answers = true
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push({ method: request.method, type: request.headers['content-type'], body })
        if (answers) response.writeHead(status, { location: '/elsewhere' }).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const call = { job: 7, due: '2027-01-15T08:00:00.000Z', kind: 'threat' }
  const webhook = () =>
    createWebhookChannel(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=secret`, 300)

  test('posts the call as JSON', async () => {
    expect(await webhook().call(call)).toBe(true)
    expect(received).toEqual([{ method: 'POST', type: 'application/json', body: JSON.stringify(call) }])
  })

  test('counts errors, redirects, silence and an unreachable server as failures', async () => {
    for (status of [500, 404, 302]) expect(await webhook().call(call)).toBe(false)
    expect(received).toHaveLength(3)
    answers = false
    expect(await webhook().call(call)).toBe(false)
    expect(await createWebhookChannel('http://127.0.0.1:1').call(call)).toBe(false)
  })
})

describe('createMailChannel', () => {
  let mailbox: MailboxStandIn
  beforeEach(async () => {
    mailbox = await startMailboxStandIn({ smtpPort: 0, port: 0 })
  })
  afterEach(() => mailbox.close())
  const port = (url: string) => createSmtpMail({ url, requireTls: false, from: 'no-reply@kla.test', replyTo: '' })

  test('sends one letter to each address', async () => {
    const channel = createMailChannel(port(mailbox.smtpUrl), ['one@kla.test', 'two@kla.test'])
    expect(await channel.call({ job: 7, due: '2027-01-15T08:00:00.000Z', kind: 'grave' })).toBe(true)
    const { mails } = mailbox.control
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['one@kla.test', 'two@kla.test'])
    expect(mails[0]?.subject).toBe('Kla: job 7 is waiting (grave)')
    expect(mails[0]?.text).toContain('Due: 2027-01-15T08:00:00.000Z')
  })

  test('fails without a mail server', async () => {
    const channel = createMailChannel(port('smtp://127.0.0.1:1'), ['one@kla.test'])
    expect(await channel.call({ job: 7, due: '', kind: 'grave' })).toBe(false)
  })
})
