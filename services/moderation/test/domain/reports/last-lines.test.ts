import { REPORT_LINES_MAX, REPORT_SPEAKERS_MAX } from '@kla/proto/web'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { lastLines, type ContextLine } from '../../../src/domain/reports/context.js'

const lineOf = (accountId: number, saidAtMs: number): ContextLine => ({
  lineId: `${accountId} ${saidAtMs}`,
  accountId,
  username: `player${accountId}`,
  message: '',
  saidAtMs,
})

test('a flood pushes away what the same person said before, and nothing of anybody else', () => {
  const threat = lineOf(1, 0)
  const flood = Array.from({ length: 5 * REPORT_LINES_MAX }, (_, at) => lineOf(2, at + 1))
  expect(lastLines([...flood, threat])).toEqual([threat, ...flood.slice(-REPORT_LINES_MAX)])
})

test('of many people, the lines of those who spoke last', () => {
  const everybody = Array.from({ length: REPORT_SPEAKERS_MAX + 2 }, (_, id) => [lineOf(id, id), lineOf(id, id + 100)])
  expect(new Set(lastLines(everybody.flat()).map(({ accountId }) => accountId))).toEqual(new Set([2, 3, 4, 5]))
  const first = lineOf(0, 1_000)
  const again = lastLines([...everybody.flat(), first])
  expect(again.filter(({ accountId }) => accountId === 0)).toEqual([lineOf(0, 0), lineOf(0, 100), first])
  expect(new Set(again.map(({ accountId }) => accountId))).toEqual(new Set([0, 3, 4, 5]))
})

test('however they arrive, and however often, the same lines in the order in which they were said', () => {
  const line = fc.tuple(fc.nat(REPORT_SPEAKERS_MAX + 1), fc.nat(500)).map(([id, at]) => lineOf(id, at))
  const arriving = fc.array(line, { maxLength: 300 }).chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })),
  )
  fc.assert(
    fc.property(arriving, ([all, arrived]) => {
      const last = lastLines(all)
      expect(lastLines(arrived)).toEqual(last)
      expect(last.map(({ saidAtMs }) => saidAtMs)).toEqual(last.map(({ saidAtMs }) => saidAtMs).sort((a, b) => a - b))
      expect(new Set(last.map(({ accountId }) => accountId)).size).toBeLessThanOrEqual(REPORT_SPEAKERS_MAX)
    }),
  )
})
