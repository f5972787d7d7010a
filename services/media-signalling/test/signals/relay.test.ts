import { beforeEach, describe, expect, test } from '@jest/globals'
import { Signal, SignalKind } from '@kla/proto'
import { quietLogger } from '@kla/testkit'
import type { PeerSession } from '../../src/pairing/rules.js'
import { createSignalRelay, type SignalOutcome, type SignalRelay } from '../../src/signals/index.js'
import { createSessionView, type SessionView } from '../../src/signals/session-view.js'
import { offerSdp } from '../support/sdp.js'

const session = (roomVersion: number, a: string, b: string): PeerSession => ({
  roomVersion,
  generation: roomVersion,
  pair: [
    { socketId: a, accountId: 1 },
    { socketId: b, accountId: 2 },
  ],
  policy: 'all',
  announced: true,
})
const offer = (from: string, to: string, roomId = 'room'): Uint8Array =>
  Signal.encode({
    roomId,
    kind: SignalKind.OFFER,
    fromSocketId: from,
    toSocketId: to,
    payload: JSON.stringify({ type: 'offer', sdp: offerSdp() }),
  }).finish()

const open = { players: 'all', watchers: 'all' } as const
let view: SessionView
let relay: SignalRelay
let stored: PeerSession | undefined
let down = false
let reads = 0
let nowMs = 1_000_000
let sent: Signal[] = []
let counts: SignalOutcome[] = []

beforeEach(() => {
  stored = undefined
  down = false
  reads = 0
  sent = []
  counts = []
  view = createSessionView(open, 3)
  relay = relayUnder('all')
})

const relayUnder = (policy: 'all' | 'relay'): SignalRelay =>
  createSignalRelay({
    view,
    policies: { players: policy, watchers: policy },
    hostCandidates: true,
    store: {
      load: async () => {
        reads++
        if (down) throw new Error('Redis is gone')
        return { session: stored, text: '' }
      },
    },
    send: (signal) => sent.push(signal),
    count: (outcome) => counts.push(outcome),
    log: quietLogger(),
    now: () => nowMs,
  })
/** Lets what the relay has begun come to its end. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('createSignalRelay', () => {
  test('does not read the store for a room in the view', async () => {
    view.apply('room', { version: 2, seats: [seatOf(1, 'a'), seatOf(2, 'b')], watchers: [] }, nowMs)
    for (let times = 0; times < 100; times++) relay.handle(offer('a', 'b'))
    expect(sent).toHaveLength(100)
    expect(reads).toBe(0)
  })

  test('reads the store once for an unknown room and keeps the order of waiting signals', async () => {
    stored = session(2, 'a', 'b')
    relay.handle(offer('a', 'b'))
    relay.handle(offer('b', 'a'))
    relay.handle(offer('a', 'b'))
    await settled()
    expect(sent.map((signal) => signal.fromSocketId)).toEqual(['a', 'b', 'a'])
    expect(reads).toBe(1)
  })

  test('reads again when sockets do not match, at a limited rate', async () => {
    view.refresh('room', session(2, 'a', 'b'), nowMs)
    nowMs += 1_000
    stored = session(5, 'a2', 'b')
    relay.handle(offer('a2', 'b'))
    await settled()
    expect(counts).toEqual(['relayed'])
    for (let times = 0; times < 50; times++) relay.handle(offer('stranger', 'b'))
    await settled()
    expect(counts.slice(1)).toEqual(Array.from({ length: 50 }, () => 'not_paired'))
    expect(reads).toBe(1)
  })

  test('reads again after 30 seconds without an update', async () => {
    view.refresh('room', session(2, 'a', 'b'), nowMs)
    stored = { ...session(3, 'a', 'b'), pair: null }
    nowMs += 31_000
    relay.handle(offer('a', 'b'))
    await settled()
    expect(counts).toEqual(['not_paired'])
  })

  test('uses the view while the store is unreachable', async () => {
    view.refresh('room', session(2, 'a', 'b'), nowMs)
    down = true
    nowMs += 31_000
    relay.handle(offer('a', 'b'))
    await settled()
    expect(counts).toEqual(['relayed'])
  })

  test('limits the signals that wait for the store', async () => {
    stored = session(2, 'a', 'b')
    for (let times = 0; times < 100; times++) relay.handle(offer('a', 'b'))
    await settled()
    expect(counts.filter((outcome) => outcome === 'overloaded')).toHaveLength(36)
    expect(sent).toHaveLength(64)
  })

  test('applies the stricter of two policies', async () => {
    view.refresh('room', session(2, 'a', 'b'), nowMs)
    relayUnder('relay').handle(offer('a', 'b'))
    expect(sent[0]?.payload).not.toContain('192.168.7.23')
  })

  test('counts malformed signals', () => {
    relay.handle(Uint8Array.of(255, 255, 255))
    relay.handle(offer('', 'b'))
    relay.handle(offer('a', 'b', 'r'.repeat(65)))
    relay.handle(new Uint8Array(100_000))
    expect(counts).toEqual(['malformed', 'malformed', 'malformed', 'too_large'])
  })
})

describe('createSessionView', () => {
  test('prefers the newer of update and stored session', () => {
    view.apply('room', { version: 5, seats: [seatOf(1, 'a2'), seatOf(2, 'b')], watchers: [] }, nowMs)
    view.refresh('room', session(2, 'a', 'b'), nowMs)
    expect(view.get('room')?.session?.generation).toBe(5)
    view.refresh('room', session(6, 'a3', 'b'), nowMs)
    expect(view.get('room')?.session?.generation).toBe(6)
    view.refresh('room', undefined, nowMs)
    expect(view.get('room')?.session?.generation).toBe(6)
  })

  test('keeps at most the given number of rooms', () => {
    for (const room of ['one', 'two', 'three', 'four']) view.refresh(room, undefined, nowMs)
    expect(view.get('one')).toBeUndefined()
    expect(view.get('four')).toBeDefined()
  })
})

function seatOf(accountId: number, socketId: string) {
  return { accountId, socketId, name: '', takenAtMs: accountId, connected: true }
}
