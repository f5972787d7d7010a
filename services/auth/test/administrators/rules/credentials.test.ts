import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  isWeakPassword,
  normalPassword,
  prolongedExpiry,
  sessionExpiry,
  TOTP_STEP_MS,
  usableStep,
} from '../../../src/administrators/rules/credentials.js'

test.each([
  ['eleven chr.'],
  ['x'.repeat(201)],
  ['aaaaaaaaaaaaaaaa'],
  ['abababababab'],
  ['password1234'],
  ['Admin-Password-2026!'],
  ['josephine123'],
  ['josephine.josephine'],
  ['LetMeIn, Josephine!'],
  ['123456789012'],
  ['🔒'.repeat(12)],
])('rejects %j as too weak for josephine', (password) => {
  expect(isWeakPassword(password, 'josephine')).toBe(true)
})

test.each([
  ['correct horse battery'],
  ['josephine eats plums'],
  ['kla-admin-Xk29'],
  ['k3!'.repeat(50) + 'zw'],
  ['пароль из слов'],
])('accepts %j for josephine', (password) => {
  expect(isWeakPassword(password, 'josephine')).toBe(false)
})

test('treats a letter the same however it is written', () => {
  expect(normalPassword('Cafe\u0301 ﬁne')).toBe(normalPassword('Café fine'))
})

const MINUTE_MS = 60_000
const LIFE = { idleMs: 30 * MINUTE_MS, maxMs: 720 * MINUTE_MS }
const session = { openedAtMs: 0, expiresAtMs: 30 * MINUTE_MS }

test.each([
  ['at once', 0, undefined],
  ['within a minute', MINUTE_MS - 1, undefined],
  ['after a minute', MINUTE_MS, 31 * MINUTE_MS],
  ['after a long time', 29 * MINUTE_MS, 59 * MINUTE_MS],
])('handles a session used %s', (_when, nowMs, expiresAtMs) => {
  expect(prolongedExpiry(session, nowMs, LIFE)).toBe(expiresAtMs)
})

test('never prolongs a session beyond its longest life', () => {
  expect(sessionExpiry(0, 700 * MINUTE_MS, LIFE)).toBe(LIFE.maxMs)
  const old = { openedAtMs: 0, expiresAtMs: LIFE.maxMs }
  expect(prolongedExpiry(old, 719 * MINUTE_MS, LIFE)).toBeUndefined()
})

test('prolongs a short life in shorter steps', () => {
  const life = { idleMs: 2_000, maxMs: 60_000 }
  expect(prolongedExpiry({ openedAtMs: 0, expiresAtMs: 2_000 }, 99, life)).toBeUndefined()
  expect(prolongedExpiry({ openedAtMs: 0, expiresAtMs: 2_000 }, 100, life)).toBe(2_100)
})

const NOW_MS = 1_000 * TOTP_STEP_MS + 12_345

test.each([
  ['of now', 0, 0, { step: 1_000 }],
  ['of the step before', -1, 0, { step: 999 }],
  ['of the step to come', 1, 0, { step: 1_001 }],
  ['of none near', undefined, 0, { refused: 'WRONG_CODE' }],
  ['of two steps before', -2, 0, { refused: 'WRONG_CODE' }],
  ['of two steps to come', 2, 0, { refused: 'WRONG_CODE' }],
  ['that was used', 0, 1_000, { refused: 'WRONG_CODE' }],
  ['of a step before the one that was used', -1, 1_000, { refused: 'WRONG_CODE' }],
  ['of the step after the one that was used', 1, 1_000, { step: 1_001 }],
])('handles a code %s', (_what, delta, lastStep, outcome) => {
  expect(usableStep(delta, NOW_MS, lastStep)).toEqual(outcome)
})

test('never uses a step twice, whatever codes come', () => {
  const attempt = fc.record({
    passMs: fc.nat(40_000),
    delta: fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 60 }), (attempts) => {
      const used: number[] = []
      let nowMs = NOW_MS
      for (const { passMs, delta } of attempts) {
        nowMs += passMs
        const outcome = usableStep(delta, nowMs, used.at(-1) ?? 0)
        if (!('refused' in outcome)) used.push(outcome.step)
      }
      expect(used).toEqual([...new Set(used)].sort((a, b) => a - b))
    }),
  )
})
