import { describe, expect, test } from '@jest/globals'
import { deliveryAfter } from '../../../src/domain/mails/smtp-failure.js'

const after = (command: string | undefined, responseCode: number | undefined, bodyBegun = false) =>
  deliveryAfter({ command, responseCode, bodyBegun })

describe('a reply to the letter decides on it', () => {
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
  ] as const)('also when all of it was there: %d', (code, kind) => {
    expect(after('DATA', code, true)).toEqual({ kind, why: `smtp-${code}` })
  })

  test.each([503, 530])('%d is about the session, and is tried again', (code) => {
    expect(after('MAIL FROM', code)).toEqual({ kind: 'out-of-reach', why: `session-${code}` })
  })
})

describe('a session that fails', () => {
  test.each([
    ['AUTH PLAIN', 535],
    ['CONN', 421],
    ['EHLO', 502],
  ])('at %s with %d leaves the letter to the next try', (command, code) => {
    expect(after(command, code)).toEqual({ kind: 'out-of-reach', why: `session-${code}` })
  })

  test('without a word, before any of the letter was handed over, leaves it to the next try', () => {
    expect(after('CONN', undefined)).toEqual({ kind: 'out-of-reach', why: 'unreached' })
    expect(after(undefined, undefined)).toEqual({ kind: 'out-of-reach', why: 'unreached' })
  })

  test.each([undefined, 354, 421])('while the letter is handed over leaves nobody sure (code %s)', (code) => {
    expect(after('CONN', code, true)).toEqual({ kind: 'unsure', why: 'connection-lost' })
  })
})
