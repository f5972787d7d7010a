import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database, inTransaction, newId } from '@kla/chassis'
import { JOB_CLAIM_MS } from '@kla/proto/web'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { closeJob, lockOwnJob } from '../../src/jobs/derive-store.js'
import { createJobStore, type Job } from '../../src/jobs/store.js'
import { anEntry } from '../support/audit-entries.js'

const CLIENTS = 50
const JOBS = 500
const BEGAN_MS = 1_800_000_000_000

/** Two processes, each with connections of its own. */
let pods: Database[]
let drop: () => Promise<void>
let clock: { nowMs: number }

beforeAll(async () => {
  const schema = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'moderation')
  drop = schema.drop
  pods = [1, 2].map(() =>
    createDatabase({ url: schema.url, schema: schema.schema, log: quietLogger(), max: 5, timeoutMs: 60_000 }),
  )
  clock = { nowMs: BEGAN_MS }
})
afterAll(async () => {
  await Promise.all(pods.map((database) => database.end()))
  await drop()
})

test(`hands out ${JOBS} jobs to ${CLIENTS} clients, each to one at a time, and again when a client dies`, async () => {
  await pods[0]!.query(
    `INSERT INTO jobs (id, subject_id, grave, category, opened_at, due_at, reports, reporters)
       SELECT n, n, false, 'abuse', $1, $1, 1, 1 FROM generate_series(1, $2::int) AS n`,
    [new Date(BEGAN_MS), JOBS],
  )
  /** Claims in force by job, as their holders know them. */
  const held = new Map<number, { byId: number; untilMs: number }>()
  const doubles: number[] = []
  const done = new Map<number, number>()
  let killed = 0

  function hold(job: Job, byId: number): void {
    const other = held.get(job.id)
    if (other && other.byId !== byId && other.untilMs > clock.nowMs) doubles.push(job.id)
    held.set(job.id, { byId, untilMs: job.claim!.untilMs })
  }

  async function decide(database: Database, job: Job, byId: number): Promise<void> {
    const outcome = await inTransaction(database, async (tx) => {
      const own = { administratorId: byId, claim: job.claim!.claim, visibility: { grave: false }, nowMs: clock.nowMs }
      const locked = await lockOwnJob(tx, job.id, own)
      if (typeof locked === 'object') await closeJob(tx, job.id, clock.nowMs)
      return locked
    })
    if (typeof outcome === 'object') done.set(job.id, (done.get(job.id) ?? 0) + 1)
    held.delete(job.id)
  }

  async function work(client: number): Promise<void> {
    const database = pods[client % pods.length]!
    const jobs = createJobStore(database)
    const byId = client + 1
    for (let at = 0; ; at += 1) {
      const claiming = {
        administratorId: byId,
        name: `mod${byId}`,
        visibility: { grave: false },
        nowMs: clock.nowMs,
        newClaim: newId(),
        entryOf: ({ id }: Job) => anEntry({ action: 'jobs.claim', subjectKind: 'job', subjectId: String(id) }),
      }
      const job = await jobs.claim(undefined, claiming)
      if (typeof job === 'string') return
      hold(job, byId)
      // One job in five is left with its claim, as by a page that is closed.
      if ((client + at) % 5 === 0) killed += 1
      else await decide(database, job, byId)
    }
  }

  for (let round = 0; done.size < JOBS && round < 40; round += 1) {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client + round)))
    clock.nowMs += JOB_CLAIM_MS
  }

  expect(killed).toBeGreaterThan(JOBS / 10)
  expect(doubles).toEqual([])
  expect(done.size).toBe(JOBS)
  expect([...done.values()].every((times) => times === 1)).toBe(true)
  const { rows } = await pods[0]!.query<{ claims: number; jobs: number }>(
    'SELECT count(*) AS claims, count(DISTINCT subject_id) AS jobs FROM audit_log',
  )
  expect(rows[0]).toEqual({ claims: JOBS + killed, jobs: JOBS })
}, 120_000)
