import { describe, expect, test } from '@jest/globals'
import { REPORT_LINES_MAX, REPORT_SPEAKERS_MAX } from '@kla/proto/web'
import fc from 'fast-check'
import { type ContextLine, lastLines, readTexts } from '../../src/evidence/rules.js'

const lineOf = (accountId: number, saidAtMs: number): ContextLine => ({
  lineId: `${accountId} ${saidAtMs}`,
  accountId,
  username: `player${accountId}`,
  message: '',
  saidAtMs,
})

test('lastLines drops only older chat messages of a flooding speaker', () => {
  const threat = lineOf(1, 0)
  const flood = Array.from({ length: 5 * REPORT_LINES_MAX }, (_, at) => lineOf(2, at + 1))
  expect(lastLines([...flood, threat])).toEqual([threat, ...flood.slice(-REPORT_LINES_MAX)])
})

test('lastLines keeps the last speakers of many', () => {
  const everyone = Array.from({ length: REPORT_SPEAKERS_MAX + 2 }, (_, id) => [lineOf(id, id), lineOf(id, id + 100)])
  expect(new Set(lastLines(everyone.flat()).map(({ accountId }) => accountId))).toEqual(new Set([2, 3, 4, 5]))
  const first = lineOf(0, 1_000)
  const again = lastLines([...everyone.flat(), first])
  expect(again.filter(({ accountId }) => accountId === 0)).toEqual([lineOf(0, 0), lineOf(0, 100), first])
  expect(new Set(again.map(({ accountId }) => accountId))).toEqual(new Set([0, 3, 4, 5]))
})

test('lastLines is independent of order and repetition', () => {
  const line = fc.tuple(fc.nat(REPORT_SPEAKERS_MAX + 1), fc.nat(500)).map(([id, at]) => lineOf(id, at))
  const arriving = fc
    .array(line, { maxLength: 300 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })))
  fc.assert(
    fc.property(arriving, ([all, arrived]) => {
      const last = lastLines(all)
      expect(lastLines(arrived)).toEqual(last)
      expect(last.map(({ saidAtMs }) => saidAtMs)).toEqual(last.map(({ saidAtMs }) => saidAtMs).sort((a, b) => a - b))
      expect(new Set(last.map(({ accountId }) => accountId)).size).toBeLessThanOrEqual(REPORT_SPEAKERS_MAX)
    }),
  )
})

const roomId = crypto.randomUUID()
const line = { lineId: crypto.randomUUID(), accountId: 7, username: 'ada', message: 'hello', saidAtMs: 1 }
const text = (lines: unknown): { roomId: string; lines: string } => ({ roomId, lines: JSON.stringify(lines) })

describe('readTexts', () => {
  test('accepts valid chat messages unchanged', () => {
    const rooms = [text([line, { ...line, message: '' }]), { ...text([]), roomId: crypto.randomUUID() }]
    expect(readTexts(rooms)).toBe(rooms)
  })

  test.each<[string, { roomId: string; lines: string }]>([
    ['a room that is none', { ...text([line]), roomId: 'here' }],
    ['no JSON', { roomId, lines: '[' }],
    ['no list', text({})],
    ['no line', text([null])],
    ['an id that is none', text([{ ...line, lineId: 'first' }])],
    ['an account that is none', text([{ ...line, accountId: 0 }])],
    ['a name that is no text', text([{ ...line, username: 7 }])],
    ['a message beyond all limits', text([{ ...line, message: 'x'.repeat(2_001) }])],
    ['a time that is none', text([{ ...line, saidAtMs: 0.5 }])],
    ['too many lines', text(Array.from({ length: 5_001 }, () => line))],
  ])('rejects all lines with %s', (_what, wrong) => {
    expect(readTexts([text([line]), wrong])).toEqual({ refused: 'INVALID_FIELD' })
  })
})
