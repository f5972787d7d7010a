import { describe, expect, test } from '@jest/globals'
import type { StartWatchPeersData } from '@kla/proto/web'
import type { Signal } from '../../../src/shared/rtc/signal.js'
import { createWatchAudience } from '../../../src/shared/rtc/watch-audience.js'
import { settle } from '../../settle.js'
import { manualClock } from '../realtime/manual-clock.js'
import { FakePeerConnection } from './fake-peer-connection.js'

const MAYA = 11
const JONAS = 22
const introducing = (players: Record<string, number>): StartWatchPeersData => ({
  watching: true,
  peers: Object.entries(players).map(([socketId, id]) => ({ socketId, name: socketId, judge: false, id })),
  iceServers: [],
  iceTransportPolicy: 'all',
})
const offerOf = (origin: number) => ({
  type: 'offer',
  sdp: `v=0\r\no=- ${origin} 1 IN IP4 0.0.0.0\r\na=ice-ufrag:r${origin}\r\n`,
})
const candidateOf = (origin: number) => ({ candidate: 'candidate:1', usernameFragment: `r${origin}` })

function setUp() {
  const { clock, advance } = manualClock()
  const pcs: FakePeerConnection[] = []
  const sent: { to: string; signal: Signal }[] = []
  const audience = createWatchAudience({
    createPeerConnection: (configuration) => {
      const pc = new FakePeerConnection(configuration)
      pcs.push(pc)
      return pc.asReal()
    },
    createStream: () => ({ of: pcs.length, addTrack: () => undefined }) as never,
    firstFrame: () => Promise.resolve(),
    clock,
    send: (to, signal) => sent.push({ to, signal }),
    onError: (error) => {
      throw error
    },
  })
  const both = () => audience.startPeers(introducing({ p1: MAYA, p2: JONAS }))
  const picture = async (pc: FakePeerConnection | undefined) => {
    pc?.ontrack?.({ track: { kind: 'video' } })
    pc?.becomes('connected')
    await settle()
  }
  return { audience, advance, pcs, sent, both, picture, of: (id: number) => audience.get().byPlayer[id] }
}

test('answers the offers of both players and sends nothing', async () => {
  const { audience, pcs, sent, both } = setUp()
  both()
  audience.signal('offer', 'p1', offerOf(901))
  audience.signal('offer', 'p2', offerOf(902))
  await settle()
  expect(sent.map(({ to, signal }) => [to, signal.kind])).toEqual([
    ['p1', 'answer'],
    ['p2', 'answer'],
  ])
  expect(pcs.flatMap(({ senders }) => senders)).toEqual([])
})

test('shows each player’s picture with its first frame', async () => {
  const { audience, pcs, both, picture, of } = setUp()
  both()
  audience.signal('offer', 'p2', offerOf(902))
  await settle()
  expect(of(JONAS)).toEqual({ stream: null, connection: 'connecting' })
  await picture(pcs[0])
  expect(of(JONAS)).toMatchObject({ stream: expect.anything(), connection: 'connected' })
  expect(of(MAYA)?.stream).toBeNull()
})

describe('early signals', () => {
  test('hold an offer until the introduction', async () => {
    const { audience, pcs, both } = setUp()
    audience.signal('ice-candidate', 'p1', candidateOf(901))
    audience.signal('offer', 'p1', offerOf(901))
    audience.signal('offer', 'p2', offerOf(902))
    expect(pcs).toEqual([])
    both()
    await settle()
    expect(pcs.map(({ remoteDescription }) => remoteDescription?.type)).toEqual(['offer', 'offer'])
    expect(pcs[0]?.candidates).toHaveLength(1)
  })

  test('hold a candidate until its offer', async () => {
    const { audience, pcs, both } = setUp()
    both()
    audience.signal('ice-candidate', 'p1', candidateOf(901))
    audience.signal('offer', 'p1', offerOf(901))
    await settle()
    expect(pcs[0]?.candidates).toHaveLength(1)
  })
})

describe('player who begins anew', () => {
  test('on the same socket gets a new connection', async () => {
    const { audience, pcs, both, picture, of } = setUp()
    both()
    audience.signal('offer', 'p1', offerOf(901))
    await settle()
    await picture(pcs[0])
    const before = of(MAYA)?.stream
    audience.signal('offer', 'p1', offerOf(903))
    await settle()
    expect(pcs.map(({ closed }) => closed)).toEqual([true, false])
    expect(of(MAYA)?.stream).toBe(before)
    await picture(pcs[1])
    expect(of(MAYA)?.stream).not.toBe(before)
  })

  test('on another socket keeps the last picture until then', async () => {
    const { audience, pcs, both, picture, of } = setUp()
    both()
    audience.signal('offer', 'p1', offerOf(901))
    await settle()
    await picture(pcs[0])
    audience.startPeers(introducing({ p9: MAYA, p2: JONAS }))
    expect(pcs[0]?.closed).toBe(true)
    expect(of(MAYA)).toMatchObject({ stream: expect.anything(), connection: 'recovering' })
  })

  test('answers a restart on the same connection', async () => {
    const { audience, pcs, sent, both } = setUp()
    both()
    audience.signal('offer', 'p1', offerOf(901))
    await settle()
    audience.signal('offer', 'p1', offerOf(901))
    await settle()
    expect(pcs).toHaveLength(1)
    expect(sent.filter(({ signal }) => signal.kind === 'answer')).toHaveLength(2)
  })
})

test('ignores offers of others, and watchers', async () => {
  const { audience, pcs, both } = setUp()
  both()
  audience.signal('offer', 'somebody', offerOf(909))
  audience.signal('answer', 'p1', { ...offerOf(901), type: 'answer' })
  await settle()
  expect(pcs).toEqual([])
})

test('removes every picture at the end', async () => {
  const { audience, pcs, both, picture } = setUp()
  both()
  audience.signal('offer', 'p1', offerOf(901))
  await settle()
  await picture(pcs[0])
  audience.end()
  expect(pcs[0]?.closed).toBe(true)
  expect(audience.get().byPlayer).toEqual({})
})

describe('lease', () => {
  const leased = (leaseMs: number, generation = 5) => ({ ...introducing({ p1: MAYA, p2: JONAS }), generation, leaseMs })

  test('that lapses hides the pictures until it is renewed', async () => {
    const { audience, advance, pcs, picture, of } = setUp()
    audience.startPeers(leased(15_000))
    audience.signal('offer', 'p1', offerOf(901))
    await settle()
    await picture(pcs[0])
    advance(14_000)
    audience.startPeers(leased(15_000))
    advance(14_999)
    expect(audience.get().confirmed).toBe(true)
    advance(1)
    expect(audience.get().confirmed).toBe(false)
    audience.startPeers(leased(15_000, 4))
    expect(audience.get().confirmed).toBe(false)
    audience.startPeers(leased(15_000))
    audience.signal('offer', 'p1', offerOf(903))
    await settle()
    await picture(pcs[1])
    expect(audience.get().confirmed).toBe(true)
    expect(of(MAYA)).toMatchObject({ connection: 'connected' })
  })

  test('refused by the server is not confirmed', () => {
    const { audience } = setUp()
    audience.startPeers(leased(0))
    expect(audience.get().confirmed).toBe(false)
  })
})

test('says whose picture cannot come where the browser makes no connections', () => {
  const errors: unknown[] = []
  const audience = createWatchAudience({
    createPeerConnection: () => {
      throw new ReferenceError('RTCPeerConnection is not defined')
    },
    createStream: () => ({}) as never,
    firstFrame: () => Promise.resolve(),
    clock: manualClock().clock,
    send: () => undefined,
    onError: (error) => errors.push(error),
  })
  audience.startPeers(introducing({ p1: MAYA, p2: JONAS }))
  audience.signal('offer', 'p1', offerOf(901))
  expect(audience.get().byPlayer).toMatchObject({
    [MAYA]: { connection: 'impossible' },
    [JONAS]: { connection: 'connecting' },
  })
  expect(errors).toHaveLength(1)
})
