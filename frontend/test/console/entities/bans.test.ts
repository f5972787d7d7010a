import { describe, expect, test } from '@jest/globals'
import { BAN_DURATION_MAX_MS } from '@kla/proto/web'
import {
  banStatus,
  banSummary,
  draftErrors,
  durationOf,
  emptyDraft,
  toBanCreation,
} from '../../../src/console/entities/bans.js'
import { endWords } from '../../../src/shared/time/when-words.js'

const DAY = 86_400_000
const draft = { ...emptyDraft, userId: '42', reason: 'spam', duration: 'permanent' as const }

const now = Date.parse('2026-11-21T12:00:00Z')
const before = '2026-11-21T11:59:59.999Z'
const after = '2026-11-21T12:00:00.001Z'

describe('ban draft', () => {
  test.each(['', '  ', 'abc', '0', '-1', '4.2', '9'.repeat(17)])('requires a user id: rejects %p', (userId) => {
    expect(draftErrors({ ...draft, userId })).toEqual({ userId: 'User ID is required.' })
  })

  test.each(['', ' \n'])('requires a reason: rejects %p', (reason) => {
    expect(draftErrors({ ...draft, reason })).toEqual({ reason: 'Give a reason. The player reads it.' })
  })

  test('starts with no duration, which is an error of its own', () => {
    expect(emptyDraft.duration).toBe('')
    expect(draftErrors({ ...draft, duration: '' })).toEqual({ duration: 'Choose how long the ban lasts.' })
  })

  test('sends the ban that was seen in force, and what to do with it', () => {
    expect(toBanCreation(draft, null).expected).toBeNull()
    const seen = { ban: { id: 7, version: 3 }, then: 'extend' as const }
    expect(toBanCreation(draft, seen).expected).toEqual({ id: 7, version: 3, then: 'extend' })
  })

  test('sends the user id as an integer', () => {
    expect(toBanCreation({ ...draft, userId: ' 42 ' }, null).userId).toBe(42)
  })

  test.each(['{bad', 'nothing', "{'a': 1}", '{"a": }'])('rejects %p as evidence', (evidence) => {
    expect(draftErrors({ ...draft, evidence })).toEqual({ evidence: 'Evidence JSON is invalid.' })
  })

  test('sends evidence as parsed JSON, and omits it when empty', () => {
    expect(toBanCreation({ ...draft, evidence: ' {"clip": [1]} ' }, null).evidenceJson).toEqual({ clip: [1] })
    expect(toBanCreation({ ...draft, evidence: 'null' }, null)).toHaveProperty('evidenceJson', null)
    expect(toBanCreation({ ...draft, evidence: '  ' }, null)).not.toHaveProperty('evidenceJson')
  })

  test.each([
    ['permanent', '', null],
    ['1h', '', 3_600_000],
    ['24h', '', DAY],
    ['7d', '', 7 * DAY],
    ['30d', '', 30 * DAY],
    ['custom', '3', 3 * DAY],
    ['custom', '0.5', DAY / 2],
  ] as const)('converts %s %s to %p ms', (duration, days, ms) => {
    expect(durationOf({ duration, days })).toBe(ms)
  })

  test.each(['', '0', '-3', 'soon', 'Infinity', 'NaN'])(
    'never reads a custom duration of %p days as permanent',
    (days) => {
      expect(durationOf({ duration: 'custom', days })).toBeUndefined()
      expect(draftErrors({ ...draft, duration: 'custom', days })).toEqual({ days: 'Enter a number of days above 0.' })
    },
  )

  test("rejects a duration above the server's limit", () => {
    const longest = BAN_DURATION_MAX_MS / DAY
    expect(draftErrors({ ...draft, duration: 'custom', days: String(longest) })).toEqual({})
    expect(Object.keys(draftErrors({ ...draft, duration: 'custom', days: String(longest + 1) }))).toEqual(['days'])
  })

  test('trims reason and notes, and sends null for empty ones', () => {
    expect(toBanCreation({ ...draft, reason: ' spam ', notes: ' \n' }, null)).toMatchObject({
      reason: 'spam',
      notes: null,
    })
  })
})

describe('banSummary', () => {
  test('describes the effect once it is known', () => {
    const now = new Date(2026, 2, 7, 8, 5).getTime()
    expect(banSummary(draft, now)).toBe('Bans user 42 permanently from everything on Kla.')
    expect(banSummary(draft, now, 'bea')).toBe('Bans bea (#42) permanently from everything on Kla.')
    expect(banSummary({ ...draft, duration: 'custom', days: '-1' }, now)).toBeNull()
    expect(banSummary({ ...draft, duration: '' }, now)).toBeNull()
    expect(banSummary({ ...draft, duration: '24h', scope: 'chat' }, now)).toBe(
      `Bans user 42 until ${endWords(new Date(2026, 2, 8, 8, 5).toISOString())} from the chat.`,
    )
    expect(banSummary({ ...draft, userId: '' }, now)).toBeNull()
  })
})

describe('banStatus', () => {
  test.each([
    ['permanent', { lifted_at: null, expires_at: null }, 'active'],
    ['not over yet', { lifted_at: null, expires_at: after }, 'active'],
    ['over', { lifted_at: null, expires_at: before }, 'expired'],
    ['over at this very moment', { lifted_at: null, expires_at: '2026-11-21T12:00:00.000Z' }, 'expired'],
    ['permanent and lifted', { lifted_at: before, expires_at: null }, 'lifted'],
    ['lifted before its end', { lifted_at: before, expires_at: after }, 'lifted'],
    ['lifted, and over meanwhile', { lifted_at: before, expires_at: before }, 'lifted'],
  ] as const)('recognises a ban that is %s', (_, ban, status) => {
    expect(banStatus(ban, now)).toBe(status)
  })
})
