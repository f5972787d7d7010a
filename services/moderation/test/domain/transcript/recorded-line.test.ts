import { describe, expect, test } from '@jest/globals'
import { readTexts, textsOf } from '../../../src/domain/transcript/recorded-line.js'

const roomId = crypto.randomUUID()
const line = { lineId: crypto.randomUUID(), accountId: 7, username: 'ada', message: 'hello', saidAtMs: 1 }
const text = (lines: unknown): { roomId: string; lines: string } => ({ roomId, lines: JSON.stringify(lines) })

describe('lines of rooms as text', () => {
  test('are taken as they come', () => {
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
  ])('with %s are refused, all of them', (_what, wrong) => {
    expect(readTexts([text([line]), wrong])).toEqual({ refused: 'INVALID_FIELD' })
  })

  test('are made room by room', () => {
    const other = crypto.randomUUID()
    const lines = [
      { ...line, roomId },
      { ...line, roomId: other },
      { ...line, roomId, saidAtMs: 2 },
    ]
    expect(textsOf(lines)).toEqual([text([line, { ...line, saidAtMs: 2 }]), { ...text([line]), roomId: other }])
  })
})
