import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { REPORT_CATEGORIES } from '@kla/proto/web'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import fc from 'fast-check'
import type { ReportContext } from '../../src/evidence/rules.js'
import { createIntakeStore } from '../../src/reports/intake-store.js'
import { createReportIntake } from '../../src/reports/intake.js'
import { graver, type RandomBelow, type StoredReport, type Submission } from '../../src/reports/rules/submission.js'
import { createReportStore } from '../../src/reports/store.js'
import { isGrave } from '../../src/shared/rules.js'

/** The id of a report that was stored. */
function idOf(stored: StoredReport | { readonly refused: string }): number {
  if ('refused' in stored) throw new Error(stored.refused)
  return stored.id
}

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

const random: RandomBelow = (below) => randomInt(below)
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

test('submit merges equally grave reports within a minute, in any order and on any process', async () => {
  const all = fc.array(submission, { minLength: 1, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(all, fc.boolean(), async (given, atOnce) => {
      const [reporterId, reportedId] = [nextAccount++, nextAccount++]
      const submit = async ({ pod, afterMs, category, reason, lines }: (typeof given)[number]) => {
        const submittedAtMs = BEGAN_MS + afterMs
        const made: Submission = {
          reporterId,
          reportedId,
          category,
          reason,
          submittedAtMs,
          requestId: crypto.randomUUID(),
          context: contextAt(submittedAtMs, lines),
        }
        return idOf(await createReportIntake(createIntakeStore(pods[pod] as Database), random).submit(made))
      }
      const ids: number[] = []
      if (atOnce) ids.push(...(await Promise.all(given.map(submit))))
      else for (const one of given) ids.push(await submit(one))

      for (const grave of [false, true]) {
        const side = given.filter(({ category }) => isGrave(category) === grave)
        const sideIds = new Set(ids.filter((_, at) => isGrave(given[at]!.category) === grave))
        expect(sideIds.size).toBe(Math.min(side.length, 1))
        const [id] = sideIds
        if (id === undefined) continue

        const found = await createReportStore(pods[0] as Database).find(id, { grave })
        expect(found?.report.submissions).toBe(side.length)
        expect(found?.report.category).toBe(side.map(({ category }) => category).reduce(graver))
        const reasons = found?.report.reason.split('\n\n') ?? []
        expect([...reasons].sort()).toEqual([...new Set(side.map(({ reason }) => reason))].sort())
        expect(found?.context?.takenAtMs).toBe(Math.max(...side.map(({ afterMs }) => BEGAN_MS + afterMs)))
        expect(new Set(found?.context?.lines.map(({ lineId }) => Number(lineId)))).toEqual(
          new Set(side.flatMap(({ lines }) => lines)),
        )
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)

const complaint = () => ({
  reporterId: nextAccount++,
  reportedId: nextAccount++,
  submittedAtMs: BEGAN_MS,
  context: undefined,
})

test('submit keeps a graver category set by an administrator, and never merges across gravity', async () => {
  const [database] = pods as [Database]
  const intake = createReportIntake(createIntakeStore(database), random)
  const store = createReportStore(database)
  const made = complaint()
  const id = idOf(await intake.submit({ ...made, requestId: '1', category: 'spam', reason: 'one' }))
  await database.query(`UPDATE reports SET category = 'harassment' WHERE id = $1`, [id])
  await intake.submit({ ...made, requestId: '2', category: 'abuse', reason: 'two' })
  expect((await store.find(id, { grave: false }))?.report).toMatchObject({
    category: 'harassment',
    reason: 'one\n\ntwo',
    submissions: 2,
  })
  await database.query(`UPDATE reports SET category = 'possible_minor' WHERE id = $1`, [id])
  const other = idOf(await intake.submit({ ...made, requestId: '3', category: 'abuse', reason: 'three' }))
  expect(other).not.toBe(id)
  expect((await store.find(other, { grave: false }))?.report).toMatchObject({ reason: 'three', submissions: 1 })
})

test('submit draws another id when one is taken', async () => {
  const [database] = pods as [Database]
  const draws = [7, 7, 7, 8]
  const intake = createReportIntake(createIntakeStore(database), () => draws.shift() ?? 9)
  const submit = async (requestId: string) =>
    idOf(await intake.submit({ ...complaint(), requestId, category: 'spam', reason: 'x' }))
  expect(await submit('one')).toBe(100_000_007)
  expect(await submit('two')).toBe(100_000_008)
  expect(draws).toEqual([])
})

test('submit stores nothing when no id is free', async () => {
  const [database] = pods as [Database]
  const intake = createReportIntake(createIntakeStore(database), () => 11)
  const submit = async () =>
    idOf(await intake.submit({ ...complaint(), requestId: 'x', category: 'spam', reason: 'x' }))
  const id = await submit()
  await expect(submit()).rejects.toThrow('no free id')
  const { rows } = await database.query('SELECT FROM report_submissions WHERE report_id = $1', [id])
  expect(rows).toHaveLength(1)
})
