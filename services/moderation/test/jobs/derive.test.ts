import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database, inTransaction, type Transaction } from '@kla/chassis'
import { CATEGORIES_BY_GRAVITY, JOB_CLOCKS_MS, REPORT_CATEGORIES, type ReportCategory } from '@kla/proto/web'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import fc from 'fast-check'
import { closeJob, deriveJobs, lockOwnJob } from '../../src/jobs/index.js'
import { isGrave } from '../../src/shared/rules.js'

const HOUR_MS = 3_600_000
const BEGAN_MS = 1_800_000_000_000
const EVERYTHING = { grave: true }

let database: Database
let drop: () => Promise<void>
let subject = 0
let lastReport = 100_000_000

beforeAll(async () => {
  const {
    url,
    schema,
    drop: dropSchema,
  } = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'moderation')
  drop = dropSchema
  database = createDatabase({ url, schema, log: quietLogger(), max: 12 })
})
afterAll(async () => {
  await database.end()
  await drop()
})
beforeEach(() => {
  subject += 1
})

interface GivenReport {
  readonly category?: ReportCategory
  readonly reporterId?: number
  readonly atMs?: number
}

async function insertReport({
  category = 'abuse',
  reporterId = 1,
  atMs = BEGAN_MS,
}: GivenReport = {}): Promise<number> {
  const id = (lastReport += 1)
  await database.query(
    `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason) VALUES ($1, $2, $3, $4, $5, '')`,
    [id, new Date(atMs), reporterId, subject, category],
  )
  return id
}

const derive = (...subjects: number[]): Promise<void> =>
  inTransaction(database, (tx) => deriveJobs(tx, subjects.length > 0 ? subjects : [subject], BEGAN_MS))

const decideReports = (ids: readonly number[]) =>
  database.query(`UPDATE reports SET status = 'dismissed', reviewed_at = now() WHERE id = ANY($1)`, [ids])

interface StoredJob {
  readonly id: number
  readonly grave: boolean
  readonly category: ReportCategory
  readonly opened_at: Date
  readonly due_at: Date
  readonly reports: number
  readonly reporters: number
  readonly claim: string | null
  readonly breached_at: Date | null
  readonly closed_at: Date | null
}

async function jobs(): Promise<StoredJob[]> {
  const { rows } = await database.query<StoredJob>('SELECT * FROM jobs WHERE subject_id = $1 ORDER BY grave, id', [
    subject,
  ])
  return rows
}

const openJobs = async () => (await jobs()).filter(({ closed_at }) => closed_at === null)

async function claimJob(id: number, { byId = 7, untilMs = BEGAN_MS + HOUR_MS } = {}): Promise<string> {
  const claim = randomUUID()
  await database.query(
    `UPDATE jobs SET claim = $2, claimed_by_id = $3, claimed_by = 'mod', claimed_until = $4 WHERE id = $1`,
    [id, claim, byId, new Date(untilMs)],
  )
  return claim
}

describe('deriveJobs', () => {
  test('opens one job for an account with the most serious category, the oldest time and the earliest deadline', async () => {
    await insertReport({ category: 'spam', atMs: BEGAN_MS })
    await insertReport({ category: 'harassment', atMs: BEGAN_MS + HOUR_MS, reporterId: 2 })
    await insertReport({ category: 'harassment', atMs: BEGAN_MS + 2 * HOUR_MS, reporterId: 2 })
    await derive()
    expect(await jobs()).toMatchObject([
      {
        category: 'harassment',
        opened_at: new Date(BEGAN_MS),
        due_at: new Date(BEGAN_MS + HOUR_MS + JOB_CLOCKS_MS.harassment),
        reports: 3,
        reporters: 2,
      },
    ])
  })

  test('opens a separate job, numbered apart, for grave reports', async () => {
    await insertReport({ category: 'abuse' })
    await insertReport({ category: 'possible_minor' })
    await derive()
    const [ordinary, grave] = await jobs()
    expect([ordinary?.category, grave?.category]).toEqual(['abuse', 'possible_minor'])
    expect(grave!.id).toBeGreaterThan(1_000_000_000_000)
    subject += 1
    await insertReport()
    await derive()
    expect((await jobs())[0]!.id).toBe(ordinary!.id + 1)
  })

  test('moves a report to the grave job when its category becomes grave, and closes the claimed ordinary job', async () => {
    const id = await insertReport({ category: 'abuse' })
    await derive()
    await claimJob((await jobs())[0]!.id)
    await database.query(`UPDATE reports SET category = 'illegal_content' WHERE id = $1`, [id])
    await derive()
    expect(await jobs()).toMatchObject([
      { grave: false, claim: null, closed_at: new Date(BEGAN_MS) },
      { grave: true, claim: null, closed_at: null, reports: 1 },
    ])
  })

  test('keeps the claim when reports are added or decided', async () => {
    const first = await insertReport()
    await derive()
    const claim = await claimJob((await jobs())[0]!.id)
    await insertReport({ category: 'threat' })
    await derive()
    await decideReports([first])
    await derive()
    expect(await jobs()).toMatchObject([{ claim, category: 'threat', reports: 1 }])
  })

  test('closes the job with its last report and ignores hidden reports', async () => {
    const [decided, hidden] = [await insertReport(), await insertReport()]
    await derive()
    await decideReports([decided])
    await database.query('UPDATE reports SET hidden_at = now() WHERE id = $1', [hidden])
    await derive()
    expect(await jobs()).toMatchObject([{ closed_at: new Date(BEGAN_MS), reports: 2 }])
  })

  test('opens a new job for a report after the last job was closed', async () => {
    await decideReports([await insertReport()])
    await derive()
    expect(await jobs()).toEqual([])
    await insertReport()
    await derive()
    await decideReports(
      (await database.query<{ id: number }>('SELECT id FROM reports WHERE reported_id = $1', [subject])).rows.map(
        ({ id }) => id,
      ),
    )
    await derive()
    await insertReport()
    await derive()
    expect((await jobs()).map(({ closed_at }) => closed_at !== null)).toEqual([true, false])
  })

  test('clears the breach only when the deadline moves to a later time', async () => {
    const first = await insertReport({ category: 'abuse', atMs: BEGAN_MS })
    await derive()
    await database.query('UPDATE jobs SET breached_at = now() WHERE subject_id = $1', [subject])
    await insertReport({ category: 'threat', atMs: BEGAN_MS + HOUR_MS })
    await derive()
    expect((await jobs())[0]!.breached_at).not.toBeNull()
    await decideReports([first])
    await derive()
    expect((await jobs())[0]!.breached_at).not.toBeNull()
    await insertReport({ category: 'other', atMs: BEGAN_MS + HOUR_MS })
    await database.query(`UPDATE reports SET category = 'spam' WHERE reported_id = $1 AND category = 'threat'`, [
      subject,
    ])
    await derive()
    expect((await jobs())[0]!.breached_at).toBeNull()
  })

  test('agrees with the reports after any history, also of concurrent changes', async () => {
    const change = fc.record({
      category: fc.constantFrom(...REPORT_CATEGORIES),
      reporterId: fc.nat(2),
      afterMs: fc.nat(10 * HOUR_MS),
      decided: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        subject += 1
        await Promise.all(
          changes.map(async ({ category, reporterId, afterMs, decided }) => {
            const id = await insertReport({ category, reporterId, atMs: BEGAN_MS + afterMs })
            await derive()
            await inTransaction(database, async (tx) => {
              await tx.query(`SELECT FROM reports WHERE id = $1 FOR UPDATE`, [id])
              if (decided)
                await tx.query(`UPDATE reports SET status = 'dismissed', reviewed_at = now() WHERE id = $1`, [id])
              await deriveJobs(tx, [subject], BEGAN_MS)
            })
          }),
        )
        const pending = changes.filter(({ decided }) => !decided)
        const expected = [false, true].flatMap((grave) => {
          const side = pending.filter(({ category }) => isGrave(category) === grave)
          if (side.length === 0) return []
          return [
            {
              grave,
              category: CATEGORIES_BY_GRAVITY.find((known) => side.some(({ category }) => category === known)),
              opened_at: new Date(BEGAN_MS + Math.min(...side.map(({ afterMs }) => afterMs))),
              due_at: new Date(
                BEGAN_MS + Math.min(...side.map(({ afterMs, category }) => afterMs + JOB_CLOCKS_MS[category])),
              ),
              reports: side.length,
              reporters: new Set(side.map(({ reporterId }) => reporterId)).size,
            },
          ]
        })
        const open = await openJobs()
        expect(open).toHaveLength(expected.length)
        expect(open).toMatchObject(expected)
      }),
      { numRuns: 25 },
    )
  })

  test('locks many accounts without deadlocks, whatever their order', async () => {
    const many = [subject, subject + 1, subject + 2, subject + 3]
    for (subject of many) await insertReport()
    await Promise.all(Array.from({ length: 10 }, (_, at) => derive(...(at % 2 === 0 ? many : many.toReversed()))))
    expect(await openJobs()).toHaveLength(1)
  })
})

describe('lockOwnJob', () => {
  async function claimed(category: ReportCategory = 'abuse', untilMs?: number) {
    await insertReport({ category })
    await derive()
    const { id } = (await jobs())[0]!
    return { id, claim: await claimJob(id, untilMs === undefined ? {} : { untilMs }) }
  }
  const lock = (id: number, own: Partial<Parameters<typeof lockOwnJob>[2]> & { claim: string }) =>
    inTransaction(database, (tx) =>
      lockOwnJob(tx, id, { administratorId: 7, visibility: EVERYTHING, nowMs: BEGAN_MS, ...own }),
    )

  async function pendingIds(tx: Transaction): Promise<number[]> {
    const { rows } = await tx.query<{ id: number }>(
      `SELECT id FROM reports WHERE reported_id = $1 AND status = 'pending'`,
      [subject],
    )
    return rows.map(({ id }) => id)
  }

  test('returns the job to the administrator who has claimed it', async () => {
    const { id, claim } = await claimed()
    expect(await lock(id, { claim })).toEqual({ id, subjectId: subject, grave: false, category: 'abuse' })
  })

  test('answers claim-lost for another claim, another administrator and a lapsed claim', async () => {
    const { id, claim } = await claimed('abuse', BEGAN_MS + 1)
    expect(await lock(id, { claim: randomUUID() })).toBe('claim-lost')
    expect(await lock(id, { claim: 'no claim' })).toBe('claim-lost')
    expect(await lock(id, { claim, administratorId: 8 })).toBe('claim-lost')
    expect(await lock(id, { claim, nowMs: BEGAN_MS + 1 })).toBe('claim-lost')
  })

  test('answers not-found for a closed job, and for a grave one without sight of it', async () => {
    const { id, claim } = await claimed('possible_minor')
    expect(await lock(id, { claim, visibility: { grave: false } })).toBe('not-found')
    await inTransaction(database, (tx) => closeJob(tx, id, BEGAN_MS))
    expect(await lock(id, { claim })).toBe('not-found')
    expect(await lock(1_000, { claim })).toBe('not-found')
  })

  test('lets a decision close the job, and a new job open for reports that it does not name', async () => {
    const { id, claim } = await claimed()
    const decided = await inTransaction(database, async (tx) => {
      await tx.query('SELECT FROM reports WHERE reported_id = $1 FOR UPDATE', [subject])
      await lockOwnJob(tx, id, { administratorId: 7, claim, visibility: EVERYTHING, nowMs: BEGAN_MS })
      return pendingIds(tx)
    })
    const late = await insertReport({ atMs: BEGAN_MS + HOUR_MS })
    await inTransaction(database, async (tx) => {
      await tx.query(`UPDATE reports SET status = 'dismissed', reviewed_at = now() WHERE id = ANY($1)`, [decided])
      await closeJob(tx, id, BEGAN_MS)
      await deriveJobs(tx, [subject], BEGAN_MS)
      expect(await pendingIds(tx)).toEqual([late])
    })
    expect(await jobs()).toMatchObject([
      { id, closed_at: new Date(BEGAN_MS), claim: null },
      { closed_at: null, reports: 1, claim: null, opened_at: new Date(BEGAN_MS + HOUR_MS) },
    ])
  })
})
