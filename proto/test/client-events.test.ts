import { describe, expect, test } from '@jest/globals'
import { ClientEvents, ClientFrame } from '@kla/proto/schemas'
import { type ClientEventName, REASONS } from '@kla/proto/web'
import { Compile } from 'typebox/compile'

const accepts = (event: ClientEventName, data: unknown): boolean => Compile(ClientEvents[event]).Check(data)

describe('the schema of client events', () => {
  const room = { roomName: 'Late', passcode: null, passcodeRequired: false, publicRoom: true }
  test.each<[ClientEventName, unknown, boolean]>([
    ['create-room', { ...room, mode: 'rush', capacity: '2', category: 'default' }, true],
    ['create-room', { ...room, mode: 'rush', capacity: 2, category: 'default' }, false],
    ['create-room', { ...room, mode: 'sprint', capacity: '2', category: 'default' }, false],
    ['create-room', { ...room, mode: 'rush', capacity: '2', category: 'other' }, false],
    ['join-room', { roomId: 'r', passcode: null, role: 'player' }, true],
    ['join-room', { roomId: 'r', role: 'player' }, true],
    ['join-room', { roomId: 'r', passcode: 7, role: 'player' }, false],
    ['join-room', { roomId: 'r', passcode: null, role: 'judge' }, false],
    ['send-message', { roomId: 'r', username: 'me', message: 'hi' }, true],
    ['send-message', { roomId: 'r', message: '' }, false],
    ['gif-choice', { roomId: 'r', index: 1 }, true],
    ['gif-choice', { roomId: 'r', index: 0 }, false],
    ['gif-choice', { roomId: 'r', index: 1.5 }, false],
    ['declare-winner', { roomId: 'r', winnerId: null }, true],
    ['declare-winner', { roomId: 'r', winnerId: 7 }, true],
    ['declare-winner', { roomId: 'r', winnerId: '7' }, false],
    ['offer', { to: 's', payload: { type: 'offer', sdp: '' } }, true],
    ['offer', { to: 's', payload: 'v=0' }, false],
  ])('judges %s %j as %p', (event, data, expected) => {
    expect(accepts(event, data)).toBe(expected)
  })
})

describe('the envelope of client events', () => {
  test('accepts only a number as ack, a UUID as id and a valid trace', () => {
    const frame = Compile(ClientFrame)
    expect(frame.Check({ event: 'x', data: {}, ack: 1, id: '018f6b1e-7c1a-7000-8000-000000000000' })).toBe(true)
    expect(frame.Check({ event: 'x' })).toBe(true)
    expect(frame.Check({ event: 'x', ack: 0 })).toBe(false)
    expect(frame.Check({ event: 'x', ack: '1' })).toBe(false)
    expect(frame.Check({ event: 'x', id: 'again' })).toBe(false)
    expect(frame.Check({ event: 'x', data: [] })).toBe(false)
    expect(frame.Check({ event: 'x', trace: 'a traceparent, or something else' })).toBe(true)
    expect(frame.Check({ event: 'x', trace: 7 })).toBe(false)
  })
})

describe('REASONS', () => {
  test('has a text for every refusal that ends like a sentence and names no internal part', () => {
    // In the very words of the specification, which gives these without a full stop.
    const { NO_WILD_CARDS, ADMIN_LOGIN_FAILED, ...others } = REASONS
    expect(ADMIN_LOGIN_FAILED.text).toBe('login failed')
    expect(NO_WILD_CARDS.text).toBe('Purchase Wild Cards in the Shop to use this feature')
    for (const { text } of Object.values(others)) expect(text).toMatch(/^[A-Z][^{}<>_]+\.$/)
  })
})
