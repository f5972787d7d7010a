import { describe, expect, test } from '@jest/globals'
import { afterAttempt, deliveryAfter, isTooLate, TRIES_MAX, waitAfter } from '../../../src/mails/rules/delivery.js'

const NOW_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000

describe('afterAttempt', () => {
  test('marks an accepted letter as sent', () => {
    expect(afterAttempt({ kind: 'taken' }, 1, NOW_MS)).toEqual({ state: 'sent', outcome: '' })
  })

  test.each(['deferred', 'out-of-reach'] as const)('retries a letter that was not accepted (%s)', (kind) => {
    expect(afterAttempt({ kind, why: 'some' }, 3, NOW_MS)).toEqual({
      state: 'waiting',
      outcome: 'some',
      dueAtMs: NOW_MS + 4 * 60_000,
    })
  })

  test('gives up a refused letter', () => {
    expect(afterAttempt({ kind: 'refused', why: 'smtp-550' }, 1, NOW_MS)).toEqual({
      state: 'failed',
      outcome: 'smtp-550',
    })
  })

  test('gives up after the last attempt, and not before', () => {
    const after = (tries: number) => afterAttempt({ kind: 'deferred', why: 'smtp-451' }, tries, NOW_MS).state
    expect([after(TRIES_MAX - 1), after(TRIES_MAX)]).toEqual(['waiting', 'failed'])
  })

  test.each([1, TRIES_MAX])('never retries a letter that may have arrived (attempt %d)', (tries) => {
    expect(afterAttempt({ kind: 'unsure', why: 'connection-lost' }, tries, NOW_MS).state).toBe('unsure')
  })
})

test('waitAfter grows from a minute to six hours, 20 hours in all', () => {
  const waits = Array.from({ length: TRIES_MAX - 1 }, (_, at) => waitAfter(at + 1))
  expect(waits[0]).toBe(60_000)
  expect(waits).toEqual([...waits].sort((one, other) => one - other))
  expect(waits.at(-1)).toBe(6 * HOUR_MS)
  const sumMs = waits.reduce((sum, ms) => sum + ms, 0)
  expect(Math.floor(sumMs / HOUR_MS)).toBe(20)
})

test('isTooLate starts after three days', () => {
  expect(isTooLate({ atMs: NOW_MS - 71 * HOUR_MS }, NOW_MS)).toBe(false)
  expect(isTooLate({ atMs: NOW_MS - 73 * HOUR_MS }, NOW_MS)).toBe(true)
})

const after = (command: string | undefined, responseCode: number | undefined, bodyBegun = false) =>
  deliveryAfter({ command, responseCode, bodyBegun })

describe('deliveryAfter with a reply to the letter', () => {
  test.each([
    ['MAIL FROM', 451, 'deferred'],
    ['RCPT TO', 450, 'deferred'],
    ['RCPT TO', 550, 'refused'],
    ['DATA', 452, 'deferred'],
    ['DATA', 554, 'refused'],
  ] as const)('%s answered with %d: %s', (command, code, kind) => {
    expect(after(command, code)).toEqual({ kind, why: `smtp-${code}` })
  })

  test.each([
    [451, 'deferred'],
    [554, 'refused'],
  ] as const)('even after all of the text: %d', (code, kind) => {
    expect(after('DATA', code, true)).toEqual({ kind, why: `smtp-${code}` })
  })

  test.each([503, 530])('deliveryAfter retries after %d, which is about the session', (code) => {
    expect(after('MAIL FROM', code)).toEqual({ kind: 'out-of-reach', why: `session-${code}` })
  })
})

describe('deliveryAfter with a failed session', () => {
  test.each([
    ['AUTH PLAIN', 535],
    ['CONN', 421],
    ['EHLO', 502],
  ])('retries when it fails at %s with %d', (command, code) => {
    expect(after(command, code)).toEqual({ kind: 'out-of-reach', why: `session-${code}` })
  })

  test('retries without a reply before the text is being sent', () => {
    expect(after('CONN', undefined)).toEqual({ kind: 'out-of-reach', why: 'unreached' })
    expect(after(undefined, undefined)).toEqual({ kind: 'out-of-reach', why: 'unreached' })
  })

  test.each([undefined, 354, 421])('is unsure when it fails while the text is being sent (code %s)', (code) => {
    expect(after('CONN', code, true)).toEqual({ kind: 'unsure', why: 'connection-lost' })
  })
})
