import { describe, expect, test } from '@jest/globals'
import type { StartWatchPeersData } from '@kla/proto/web'
import { createSource } from '../../../src/shared/browser/observable.js'
import type { LocalMedia, LocalMediaView } from '../../../src/shared/rtc/local-media.js'
import type { Signal } from '../../../src/shared/rtc/signal.js'
import { createWatchBroadcast } from '../../../src/shared/rtc/watch-broadcast.js'
import { settle } from '../../settle.js'
import { manualClock } from '../realtime/manual-clock.js'
import { FakePeerConnection, ordinaryCodecs } from './fake-peer-connection.js'

const listing = (...socketIds: string[]): StartWatchPeersData => ({
  watching: false,
  peers: socketIds.map((socketId) => ({ socketId, name: socketId, judge: true, id: null })),
  iceServers: [{ urls: ['turn:relay'] }],
  iceTransportPolicy: 'relay',
})
const answerOf = (origin: number) => ({
  type: 'answer',
  sdp: `v=0\r\no=- ${origin} 1 IN IP4 0.0.0.0\r\na=ice-ufrag:w\r\n`,
})
const candidate = { candidate: 'candidate:1', usernameFragment: 'w' }

function setUp() {
  const { clock, advance } = manualClock()
  const pcs: FakePeerConnection[] = []
  const sent: { to: string; signal: Signal }[] = []
  const lapses: { spectators: boolean }[] = []
  let refreshes = 0
  const tracks = (n: number) => ({ audio: { kind: 'audio', n } as never, video: { kind: 'video', n } as never })
  const media = createSource<LocalMediaView>({
    asking: false,
    mic: true,
    cam: true,
    source: 'camera',
    sound: 'microphone',
    errorName: null,
    tracks: tracks(1),
  })
  const broadcast = createWatchBroadcast({
    createPeerConnection: (configuration) => {
      const pc = new FakePeerConnection(configuration)
      pcs.push(pc)
      return pc.asReal()
    },
    clock,
    codecs: ordinaryCodecs(),
    media: media as never as LocalMedia,
    send: (to, signal) => sent.push({ to, signal }),
    refresh: () => refreshes++,
    onLapse: (lapsed) => lapses.push(lapsed),
    onError: (error) => {
      throw error
    },
  })
  const offersTo = () => sent.filter(({ signal }) => signal.kind === 'offer').map(({ to }) => to)
  return { broadcast, pcs, sent, media, tracks, advance, offersTo, lapses, refreshes: () => refreshes }
}

test("offers the call's tracks to each watcher and receives none", async () => {
  const { broadcast, pcs, offersTo } = setUp()
  broadcast.startPeers(listing('w1', 'w2'))
  await settle()
  expect(offersTo()).toEqual(['w1', 'w2'])
  for (const pc of pcs) {
    expect(pc.directions).toEqual(['sendonly', 'sendonly'])
    expect(pc.senders.map(({ track }) => track)).toMatchObject([
      { kind: 'audio', n: 1 },
      { kind: 'video', n: 1 },
    ])
    expect(pc.configuration.iceTransportPolicy).toBe('relay')
  }
})

test('ignores a list meant for watchers', () => {
  const { broadcast, pcs } = setUp()
  broadcast.startPeers({ ...listing('p1'), watching: true })
  expect(pcs).toEqual([])
})

describe('new list of watchers', () => {
  test('closes connections that are not on it and keeps the others', () => {
    const { broadcast, pcs } = setUp()
    broadcast.startPeers(listing('w1', 'w2'))
    broadcast.startPeers(listing('w2', 'w3'))
    expect(pcs.map(({ closed }) => closed)).toEqual([true, false, false])
    broadcast.startPeers(listing())
    expect(pcs.every(({ closed }) => closed)).toBe(true)
  })

  test('sends nothing more to a watcher who has gone', async () => {
    const { broadcast, pcs, sent } = setUp()
    broadcast.startPeers(listing('w1'))
    await settle()
    broadcast.startPeers(listing())
    sent.length = 0
    pcs[0]?.gather()
    expect(sent).toEqual([])
  })
})

describe("watchers of the room's list", () => {
  test('get nothing once they are off the list', () => {
    const { broadcast, pcs } = setUp()
    broadcast.startPeers(listing('w1', 'w2'))
    broadcast.confirmWatchers(['w2'])
    expect(pcs.map(({ closed }) => closed)).toEqual([true, false])
    broadcast.startPeers(listing('w1', 'w2'))
    expect(pcs).toHaveLength(2)
  })

  test('are offered the picture once on the list, in either order of events', () => {
    const { broadcast, pcs } = setUp()
    broadcast.confirmWatchers([])
    broadcast.startPeers(listing('w1'))
    expect(pcs).toEqual([])
    broadcast.confirmWatchers(['w1'])
    expect(pcs).toHaveLength(1)
  })
})

describe('withdrawn consent', () => {
  const two = (): StartWatchPeersData => ({
    ...listing(),
    peers: [
      { socketId: 'judge', name: 'Judge', judge: true, id: null },
      { socketId: 'spectator', name: 'zoe', judge: false, id: null },
    ],
  })

  test("closes spectators' connections synchronously, but not a judge’s", () => {
    const { broadcast, pcs } = setUp()
    broadcast.startPeers(two())
    broadcast.consent(false)
    expect(pcs.map(({ closed }) => closed)).toEqual([false, true])
  })

  test('admits no spectator until it is given again', () => {
    const { broadcast, pcs } = setUp()
    broadcast.consent(false)
    broadcast.startPeers(two())
    expect(pcs).toHaveLength(1)
    broadcast.sendFrom('me1')
    broadcast.sendFrom('me2')
    expect(pcs.filter(({ closed }) => !closed)).toHaveLength(1)
    broadcast.consent(true)
    expect(pcs.filter(({ closed }) => !closed)).toHaveLength(2)
  })
})

describe('lease', () => {
  const leased = (generation: number, leaseMs?: number, ...socketIds: string[]): StartWatchPeersData => ({
    ...listing(...socketIds),
    generation,
    ...(leaseMs === undefined ? {} : { leaseMs }),
  })
  const connected = () => {
    const up = setUp()
    up.broadcast.startPeers(leased(5, 15_000, 'w1', 'w2'))
    up.pcs.forEach((pc) => pc.becomes('connected'))
    return { ...up, open: () => up.pcs.filter(({ closed }) => !closed).length }
  }

  test('hangs up on everyone when it lapses, and says so once', () => {
    const { advance, open, lapses } = connected()
    advance(14_999)
    expect({ open: open(), lapses }).toEqual({ open: 2, lapses: [] })
    advance(1)
    expect(open()).toBe(0)
    advance(60_000)
    expect(lapses).toEqual([{ spectators: false }])
  })

  test('is renewed from receipt by the same generation, without a new connection', () => {
    const { broadcast, pcs, advance, open } = connected()
    for (let renewal = 0; renewal < 5; renewal++) {
      advance(14_000)
      broadcast.startPeers(leased(5, 15_000, 'w1', 'w2'))
    }
    expect([open(), pcs.length]).toEqual([2, 2])
  })

  test('is not renewed by a lower generation', () => {
    const { broadcast, advance, open } = connected()
    advance(14_000)
    broadcast.startPeers(leased(4, 15_000, 'w1', 'w2', 'w3'))
    expect(open()).toBe(2)
    advance(1_000)
    expect(open()).toBe(0)
  })

  test('is neither renewed nor ended by a list without one', () => {
    const { broadcast, advance, open } = connected()
    advance(14_000)
    broadcast.startPeers(leased(6, undefined, 'w1', 'w2'))
    expect(open()).toBe(2)
    advance(1_000)
    expect(open()).toBe(0)
  })

  test('lapses at once when the server refuses it', () => {
    const { broadcast, open, lapses } = connected()
    broadcast.startPeers(leased(5, 0, 'w1', 'w2'))
    expect({ open: open(), lapses: lapses.length }).toEqual({ open: 0, lapses: 1 })
  })

  test('admits no one while lapsed, whatever else arrives, and offers again on its renewal', async () => {
    const { broadcast, advance, open, offersTo } = connected()
    await settle()
    advance(15_000)
    broadcast.confirmWatchers(['w1', 'w2'])
    broadcast.consent(true)
    broadcast.sendFrom('me1')
    broadcast.sendFrom('me2')
    expect(open()).toBe(0)
    broadcast.startPeers(leased(5, 15_000, 'w1', 'w2'))
    await settle()
    expect(open()).toBe(2)
    expect(offersTo()).toEqual(['w1', 'w2', 'w1', 'w2'])
  })

  test('ends silently with its last watcher', () => {
    const { broadcast, advance, open, lapses } = connected()
    broadcast.startPeers(leased(6, 0))
    advance(60_000)
    expect({ open: open(), lapses }).toEqual({ open: 0, lapses: [] })
  })

  test('that lapses says whether spectators are out', () => {
    const { broadcast, advance, lapses } = setUp()
    const spectator = { socketId: 's', name: 'zoe', judge: false, id: null }
    broadcast.startPeers({ ...leased(5, 15_000), peers: [spectator] })
    advance(15_000)
    expect(lapses).toEqual([{ spectators: true }])
  })
})

describe('signals', () => {
  test('of a watcher go only to their connection', async () => {
    const { broadcast, pcs } = setUp()
    broadcast.startPeers(listing('w1', 'w2'))
    await settle()
    expect(broadcast.signal('answer', 'w2', answerOf(901))).toBe(true)
    expect(broadcast.signal('ice-candidate', 'w2', candidate)).toBe(true)
    await settle()
    expect(pcs.map(({ remoteDescription }) => remoteDescription?.type)).toEqual([undefined, 'answer'])
    expect(pcs.map(({ candidates }) => candidates.length)).toEqual([0, 1])
  })

  test('of a client that never watched are not accepted', () => {
    const { broadcast } = setUp()
    broadcast.startPeers(listing('w1'))
    expect(broadcast.signal('offer', 'opponent', { type: 'offer', sdp: 'v=0' })).toBe(false)
  })

  test('of a watcher who has gone are accepted and dropped', () => {
    const { broadcast } = setUp()
    broadcast.startPeers(listing('w1'))
    broadcast.startPeers(listing())
    expect(broadcast.signal('ice-candidate', 'w1', candidate)).toBe(true)
  })

  test("containing a watcher's offer are ignored", async () => {
    const { broadcast, pcs, sent } = setUp()
    broadcast.startPeers(listing('w1'))
    await settle()
    broadcast.signal('answer', 'w1', answerOf(901))
    await settle()
    sent.length = 0
    expect(broadcast.signal('offer', 'w1', { ...answerOf(902), type: 'offer' })).toBe(true)
    await settle()
    expect(pcs[0]?.remoteDescription?.sdp).toContain('o=- 901 ')
    expect(sent).toEqual([])
  })
})

describe('connection to a watcher', () => {
  test('is made anew when it fails to connect, and ignores the answer to the old one', async () => {
    const { broadcast, pcs, advance, offersTo } = setUp()
    broadcast.startPeers(listing('w1'))
    await settle()
    broadcast.signal('answer', 'w1', answerOf(901))
    advance(12_000)
    await settle()
    expect(pcs.map(({ closed }) => closed)).toEqual([true, false])
    expect(offersTo()).toEqual(['w1', 'w1'])
    broadcast.signal('answer', 'w1', answerOf(901))
    await settle()
    expect(pcs[1]?.remoteDescription).toBeNull()
    broadcast.signal('answer', 'w1', answerOf(902))
    await settle()
    expect(pcs[1]?.remoteDescription?.sdp).toContain('o=- 902 ')
  })

  test('is left alone while connected', () => {
    const { broadcast, pcs, advance } = setUp()
    broadcast.startPeers(listing('w1'))
    pcs[0]?.becomes('connected')
    advance(60_000)
    expect(pcs).toHaveLength(1)
  })

  test('is restarted with fresh credentials after a failure', () => {
    const { broadcast, pcs, refreshes } = setUp()
    broadcast.startPeers(listing('w1'))
    pcs[0]?.becomes('connected')
    pcs[0]?.becomes('failed')
    expect(refreshes()).toBe(1)
    expect(pcs[0]?.restarts).toBe(1)
  })
})

test('offers anew to everyone when this side has another socket', () => {
  const { broadcast, pcs } = setUp()
  broadcast.sendFrom('me1')
  broadcast.startPeers(listing('w1'))
  broadcast.sendFrom('me1')
  expect(pcs).toHaveLength(1)
  broadcast.sendFrom('me2')
  expect(pcs.map(({ closed }) => closed)).toEqual([true, false])
})

test('sends another camera to watchers as well', () => {
  const { broadcast, pcs, media, tracks } = setUp()
  broadcast.startPeers(listing('w1'))
  media.set({ tracks: tracks(2) })
  expect(pcs[0]?.senders.map(({ track }) => track)).toMatchObject([{ n: 2 }, { n: 2 }])
})

test('closes everything at the end of the stay', () => {
  const { broadcast, pcs, advance } = setUp()
  broadcast.startPeers(listing('w1'))
  broadcast.end()
  advance(60_000)
  expect(pcs.map(({ closed }) => closed)).toEqual([true])
})

test('plays on without watchers where the browser makes no connections', () => {
  const errors: unknown[] = []
  const { media } = setUp()
  const broadcast = createWatchBroadcast({
    createPeerConnection: () => {
      throw new ReferenceError('RTCPeerConnection is not defined')
    },
    clock: manualClock().clock,
    codecs: ordinaryCodecs(),
    media: media as never as LocalMedia,
    send: () => undefined,
    refresh: () => undefined,
    onLapse: () => undefined,
    onError: (error) => errors.push(error),
  })
  broadcast.startPeers(listing('w1', 'w2'))
  broadcast.end()
  expect(errors).toHaveLength(2)
})
