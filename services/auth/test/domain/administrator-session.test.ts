import { expect, test } from '@jest/globals'
import { prolongedExpiry, sessionExpiry } from '../../src/domain/administrator-session.js'

const MINUTE_MS = 60_000
const LIFE = { idleMs: 30 * MINUTE_MS, maxMs: 720 * MINUTE_MS }
const session = { openedAtMs: 0, expiresAtMs: 30 * MINUTE_MS }

test.each([
  ['at once', 0, undefined],
  ['within a minute', MINUTE_MS - 1, undefined],
  ['after a minute', MINUTE_MS, 31 * MINUTE_MS],
  ['after a long time', 29 * MINUTE_MS, 59 * MINUTE_MS],
])('a session used %s', (_when, nowMs, expiresAtMs) => {
  expect(prolongedExpiry(session, nowMs, LIFE)).toBe(expiresAtMs)
})

test('no use prolongs a session beyond its longest life', () => {
  expect(sessionExpiry(0, 700 * MINUTE_MS, LIFE)).toBe(LIFE.maxMs)
  const old = { openedAtMs: 0, expiresAtMs: LIFE.maxMs }
  expect(prolongedExpiry(old, 719 * MINUTE_MS, LIFE)).toBeUndefined()
})

test('a short life is prolonged in shorter steps', () => {
  const life = { idleMs: 2_000, maxMs: 60_000 }
  expect(prolongedExpiry({ openedAtMs: 0, expiresAtMs: 2_000 }, 99, life)).toBeUndefined()
  expect(prolongedExpiry({ openedAtMs: 0, expiresAtMs: 2_000 }, 100, life)).toBe(2_100)
})
