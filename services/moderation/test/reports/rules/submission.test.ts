import { expect, test } from '@jest/globals'
import { CATEGORIES_BY_GRAVITY, REPORT_CATEGORIES, REPORT_MERGE_MS } from '@kla/proto/web'
import fc from 'fast-check'
import { type ReportContext, uniteContexts } from '../../../src/evidence/rules.js'
import {
  graver,
  isOneReport,
  merged,
  mergedReason,
  randomReportId,
  type Submission,
} from '../../../src/reports/rules/submission.js'

const shuffled = <T>(values: readonly T[]) => fc.shuffledSubarray([...values], { minLength: values.length })

const said = fc.record({
  submittedAtMs: fc.nat(5),
  reason: fc.constantFrom('one', 'two', 'three'),
})

test('graver orders all categories', () => {
  expect([...CATEGORIES_BY_GRAVITY].sort()).toEqual([...REPORT_CATEGORIES].sort())
  expect(graver('spam', 'possible_minor')).toBe('possible_minor')
  expect(graver('illegal_content', 'possible_minor')).toBe('possible_minor')
  expect(graver('harassment', 'other')).toBe('harassment')
})

test('mergedReason contains each reason once, in the order of submission', () => {
  const order = fc.array(said).chain((all) => fc.tuple(fc.constant(all), shuffled(all)))
  fc.assert(
    fc.property(order, ([all, arrived]) => {
      expect(mergedReason(arrived)).toBe(mergedReason(all))
      const reasons = mergedReason(all).split('\n\n').filter(Boolean)
      expect(new Set(reasons)).toEqual(new Set(all.map(({ reason }) => reason)))
      expect(reasons).toHaveLength(new Set(reasons).size)
    }),
  )
  const [first, second] = [
    { submittedAtMs: 1, reason: 'z' },
    { submittedAtMs: 2, reason: 'a' },
  ] as const
  expect(mergedReason([second, first])).toBe('z\n\na')
})

test('isOneReport allows a minute in either order', () => {
  expect(isOneReport(1_000_000, 1_000_000 + REPORT_MERGE_MS - 1)).toBe(true)
  expect(isOneReport(1_000_000, 1_000_000 + REPORT_MERGE_MS)).toBe(false)
  expect(isOneReport(1_000_000, 1_000_000 - REPORT_MERGE_MS + 1)).toBe(true)
})

const context: fc.Arbitrary<ReportContext> = fc.record({
  roomId: fc.constantFrom('room', 'other'),
  roomName: fc.constant('Neon corner'),
  mode: fc.constant('rush'),
  category: fc.constant('default'),
  battleId: fc.constantFrom('', 'battle'),
  phase: fc.constantFrom('show', 'vote', ''),
  round: fc.nat(3),
  takenAtMs: fc.nat(4),
  people: fc.array(fc.nat(3).map((id) => ({ accountId: id, username: `player${id}`, discordId: `${id}` }))),
  lines: fc.array(
    fc.nat(120).map((id) => ({
      lineId: `line${id}`,
      accountId: id % 2,
      username: '',
      message: `${id}`,
      saidAtMs: id >> 1,
    })),
    { maxLength: 80 },
  ),
  receivedGif: fc.constantFrom('', 'one.gif', 'two.gif'),
  reveals: fc.array(
    fc
      .nat(9)
      .map((epoch) => ({ epoch, openedAtMs: epoch * 10, closedAtMs: epoch * 10 + 5, closedBy: 1, closedWhy: 'left' })),
  ),
})

test('uniteContexts is independent of order, and loses no account and none of the last chat messages', () => {
  const contexts = fc.array(context, { minLength: 1, maxLength: 5 })
  const order = contexts.chain((all) => fc.tuple(fc.constant(all), shuffled(all)))
  fc.assert(
    fc.property(order, ([all, arrived]) => {
      const united = uniteContexts(all) as ReportContext
      expect(uniteContexts(arrived)).toEqual(united)

      expect(united.takenAtMs).toBe(Math.max(...all.map(({ takenAtMs }) => takenAtMs)))
      const ids = <T>(of: (one: ReportContext) => readonly T[]) => new Set(all.flatMap(of))
      const people = ids((one) => one.people.map(({ accountId }) => accountId))
      expect(new Set(united.people.map(({ accountId }) => accountId))).toEqual(people)
      // No player sent more chat messages than a report includes.
      const lines = ids((one) => one.lines.map(({ lineId }) => lineId))
      expect(new Set(united.lines.map(({ lineId }) => lineId))).toEqual(lines)
      expect(united.lines).toHaveLength(lines.size)
      const times = united.lines.map(({ saidAtMs }) => saidAtMs)
      expect(times).toEqual([...times].sort((one, other) => one - other))
      const epochs = ids(({ reveals = [] }) => reveals.map(({ epoch }) => epoch))
      expect(united.reveals?.map(({ epoch }) => epoch)).toEqual([...epochs].sort((one, other) => one - other))
      expect(united.receivedGif === '').toBe(all.every(({ receivedGif }) => receivedGif === ''))
    }),
  )
})

test('uniteContexts returns nothing for none', () => {
  expect(uniteContexts([])).toBeUndefined()
})

test('randomReportId returns any number of nine digits', () => {
  expect(randomReportId(() => 0)).toBe(100_000_000)
  expect(randomReportId((below) => below - 1)).toBe(999_999_999)
})

test('merged keeps the graver category, the earlier time and the count', () => {
  const open = { id: 1, createdAtMs: 1_000, category: 'harassment' } as const
  const submission: Submission = {
    reporterId: 1,
    reportedId: 2,
    category: 'spam',
    reason: 'two',
    submittedAtMs: 900,
    requestId: 'r',
    context: undefined,
  }
  expect(merged(open, [{ submittedAtMs: 1_000, reason: 'one' }], submission)).toEqual({
    category: 'harassment',
    reason: 'two\n\none',
    submissions: 2,
    createdAtMs: 900,
  })
})
