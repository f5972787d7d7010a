import { createDatabase, type Database } from '@kla/chassis'
import { REPORT_CATEGORIES } from '@kla/proto/web'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fileURLToPath } from 'node:url'
import type { ReportContext } from '../../src/domain/reports/context.js'
import { graver } from '../../src/domain/reports/merge.js'
import type { Submission } from '../../src/domain/reports/submission.js'
import { createReportIntake } from '../../src/store/report-intake.js'
import { createReportStore } from '../../src/store/report-store.js'

/** Two processes, each with connections of its own. */
let pods: Database[]
let drop: () => Promise<void>
let nextAccount = 1

beforeAll(async () => {
  const schema = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'moderation')
  drop = schema.drop
  pods = [1, 2].map(() => createDatabase({ url: schema.url, schema: schema.schema, log: quietLogger(), max: 4 }))
})
afterAll(async () => {
  await Promise.all(pods.map((database) => database.end()))
  await drop()
})

const BEGAN_MS = 1_800_000_000_000

const submission = fc.record({
  pod: fc.constantFrom(0, 1),
  afterMs: fc.nat(59_000),
  category: fc.constantFrom(...REPORT_CATEGORIES),
  reason: fc.constantFrom('one', 'two', 'three', 'four'),
  lines: fc.array(fc.nat(9), { maxLength: 3 }),
})

const contextAt = (takenAtMs: number, lines: readonly number[]): ReportContext => ({
  roomId: 'room',
  roomName: '',
  mode: 'rush',
  category: 'default',
  battleId: '',
  phase: 'waiting',
  round: 0,
  takenAtMs,
  people: [],
  lines: lines.map((id) => ({ lineId: `${id}`, accountId: 1, username: '', message: `${id}`, saidAtMs: id })),
  receivedGif: '',
})

test('reports of one person by another within a minute are one, in any order, at once, on any process', async () => {
  const all = fc.array(submission, { minLength: 1, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(all, fc.boolean(), async (given, atOnce) => {
      const [reporterId, reportedId] = [nextAccount++, nextAccount++]
      const submit = ({ pod, afterMs, category, reason, lines }: (typeof given)[number]) => {
        const submittedAtMs = BEGAN_MS + afterMs
        const made: Submission = {
          reporterId,
          reportedId,
          category,
          reason,
          submittedAtMs,
          context: contextAt(submittedAtMs, lines),
        }
        return createReportIntake(pods[pod] as Database).submit(made)
      }
      const ids: number[] = []
      if (atOnce) ids.push(...(await Promise.all(given.map(submit))))
      else for (const one of given) ids.push(await submit(one))

      expect(new Set(ids).size).toBe(1)
      const found = await createReportStore(pods[0] as Database).find(ids[0] as number, { grave: true })
      const distinct = new Set(given.map(({ category, reason }) => `${category} ${reason}`))
      expect(found?.report.submissions).toBe(distinct.size)
      expect(found?.report.category).toBe(given.map(({ category }) => category).reduce(graver))
      const reasons = found?.report.reason.split('\n\n') ?? []
      expect([...reasons].sort()).toEqual([...new Set(given.map(({ reason }) => reason))].sort())
      if (distinct.size === given.length) {
        const newest = Math.max(...given.map(({ afterMs }) => BEGAN_MS + afterMs))
        expect(found?.context?.takenAtMs).toBe(newest)
        expect(new Set(found?.context?.lines.map(({ lineId }) => Number(lineId)))).toEqual(
          new Set(given.flatMap(({ lines }) => lines)),
        )
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('a report that an administrator has put elsewhere takes in no lesser category', async () => {
  const [database] = pods as [Database]
  const intake = createReportIntake(database)
  const made = { reporterId: nextAccount++, reportedId: nextAccount++, submittedAtMs: BEGAN_MS, context: undefined }
  const id = await intake.submit({ ...made, category: 'spam', reason: 'one' })
  await database.query(`UPDATE reports SET category = 'possible_minor' WHERE id = $1`, [id])
  await intake.submit({ ...made, category: 'abuse', reason: 'two' })
  const found = await createReportStore(database).find(id, { grave: true })
  expect(found?.report).toMatchObject({ category: 'possible_minor', reason: 'one\n\ntwo', submissions: 2 })
})
