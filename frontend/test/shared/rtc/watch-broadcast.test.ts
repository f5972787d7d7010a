import { describe, expect, test } from '@jest/globals'
import type { StartWatchPeersData } from '@kla/proto/web'
import type { LocalMedia, LocalMediaView } from '../../../src/shared/rtc/local-media.js'
import { createSource } from '../../../src/shared/rtc/observable.js'
import type { Signal } from '../../../src/shared/rtc/signal.js'
import { createWatchBroadcast } from '../../../src/shared/rtc/watch-broadcast.js'
import { manualClock } from '../realtime/manual-clock.js'
import { FakePeerConnection } from './fake-peer-connection.js'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

const listing = (...socketIds: string[]): StartWatchPeersData => ({
  watching: false,
  peers: socketIds.map((socketId) => ({ socketId, name: socketId, judge: true, id: null })),
  iceServers: [{ urls: ['turn:relay'] }],
  iceTransportPolicy: 'relay',
})
const answerOf = (origin: number) => ({ type: 'answer', sdp: `v=0\r\no=- ${origin} 1 IN IP4 0.0.0.0\r\na=ice-ufrag:w\r\n` })
const candidate = { candidate: 'candidate:1', usernameFragment: 'w' }

function setUp() {
  const { clock, advance } = manualClock()
  const pcs: FakePeerConnection[] = []
  const sent: { to: string; signal: Signal }[] = []
  let refreshes = 0
  const tracks = (n: number) => ({ audio: { kind: 'audio', n } as never, video: { kind: 'video', n } as never })
  const media = createSource<LocalMediaView>({
    asking: false, mic: true, cam: true, source: 'camera', sound: 'microphone', errorName: null, tracks: tracks(1),
  })
  const broadcast = createWatchBroadcast({
    createPeerConnection: (configuration) => {
      const pc = new FakePeerConnection(configuration)
      pcs.push(pc)
      return pc.asReal()
    },
    clock,
    media: media as never as LocalMedia,
    send: (to, signal) => sent.push({ to, signal }),
    refresh: () => refreshes++,
    onError: (error) => {
      throw error
    },
  })
  const offersTo = () => sent.filter(({ signal }) => signal.kind === 'offer').map(({ to }) => to)
  return { broadcast, pcs, sent, media, tracks, advance, offersTo, refreshes: () => refreshes }
}

test('offers the tracks of the call to each watcher, and takes none', async () => {
  const { broadcast, pcs, offersTo } = setUp()
  broadcast.startPeers(listing('w1', 'w2'))
  await settle()
  expect(offersTo()).toEqual(['w1', 'w2'])
  for (const pc of pcs) {
    expect(pc.directions).toEqual(['sendonly', 'sendonly'])
    expect(pc.senders.map(({ track }) => track)).toMatchObject([{ kind: 'audio', n: 1 }, { kind: 'video', n: 1 }])
    expect(pc.configuration.iceTransportPolicy).toBe('relay')
  }
})

test('is for players: a list of players begins nothing', () => {
  const { broadcast, pcs } = setUp()
  broadcast.startPeers({ ...listing('p1'), watching: true })
  expect(pcs).toEqual([])
})

describe('another list', () => {
  test('ends what is not on it, and leaves the others as they are', () => {
    const { broadcast, pcs } = setUp()
    broadcast.startPeers(listing('w1', 'w2'))
    broadcast.startPeers(listing('w2', 'w3'))
    expect(pcs.map(({ closed }) => closed)).toEqual([true, false, false])
    broadcast.startPeers(listing())
    expect(pcs.every(({ closed }) => closed)).toBe(true)
  })

  test('lets nothing more be told to somebody who is gone', async () => {
    const { broadcast, pcs, sent } = setUp()
    broadcast.startPeers(listing('w1'))
    await settle()
    broadcast.startPeers(listing())
    sent.length = 0
    pcs[0]?.gather()
    expect(sent).toEqual([])
  })
})

describe('who watches by the list of the room', () => {
  test('gets nothing more once the list is without them, whatever else is said', () => {
    const { broadcast, pcs } = setUp()
    broadcast.startPeers(listing('w1', 'w2'))
    broadcast.confirmWatchers(['w2'])
    expect(pcs.map(({ closed }) => closed)).toEqual([true, false])
    broadcast.startPeers(listing('w1', 'w2'))
    expect(pcs).toHaveLength(2)
  })

  test('is offered the picture when the list has them, in whichever order both come', () => {
    const { broadcast, pcs } = setUp()
    broadcast.confirmWatchers([])
    broadcast.startPeers(listing('w1'))
    expect(pcs).toEqual([])
    broadcast.confirmWatchers(['w1'])
    expect(pcs).toHaveLength(1)
  })
})

describe('a consent that is taken back', () => {
  const two = (): StartWatchPeersData => ({
    ...listing(),
    peers: [
      { socketId: 'judge', name: 'Judge', judge: true, id: null },
      { socketId: 'spectator', name: 'zoe', judge: false, id: null },
    ],
  })

  test('ends what spectators get within the same call, and nothing of a judge’s', () => {
    const { broadcast, pcs } = setUp()
    broadcast.startPeers(two())
    broadcast.consent(false)
    expect(pcs.map(({ closed }) => closed)).toEqual([false, true])
  })

  test('lets no spectator in, however often the server lists them, until it is given again', () => {
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

describe('signals', () => {
  test('of a watcher go to the connection with it alone', async () => {
    const { broadcast, pcs } = setUp()
    broadcast.startPeers(listing('w1', 'w2'))
    await settle()
    expect(broadcast.signal('answer', 'w2', answerOf(901))).toBe(true)
    expect(broadcast.signal('ice-candidate', 'w2', candidate)).toBe(true)
    await settle()
    expect(pcs.map(({ remoteDescription }) => remoteDescription?.type)).toEqual([undefined, 'answer'])
    expect(pcs.map(({ candidates }) => candidates.length)).toEqual([0, 1])
  })

  test('of somebody who never watched are not taken', () => {
    const { broadcast } = setUp()
    broadcast.startPeers(listing('w1'))
    expect(broadcast.signal('offer', 'opponent', { type: 'offer', sdp: 'v=0' })).toBe(false)
  })

  test('of a watcher who is gone are taken, and go nowhere', () => {
    const { broadcast } = setUp()
    broadcast.startPeers(listing('w1'))
    broadcast.startPeers(listing())
    expect(broadcast.signal('ice-candidate', 'w1', candidate)).toBe(true)
  })

  test('an offer of a watcher is not looked at', async () => {
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

describe('a connection to a watcher', () => {
  test('that does not come about is made anew, and an answer to the one before is not taken', async () => {
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

  test('that stands is left alone', () => {
    const { broadcast, pcs, advance } = setUp()
    broadcast.startPeers(listing('w1'))
    pcs[0]?.becomes('connected')
    advance(60_000)
    expect(pcs).toHaveLength(1)
  })

  test('that fails is restarted with fresh credentials', () => {
    const { broadcast, pcs, refreshes } = setUp()
    broadcast.startPeers(listing('w1'))
    pcs[0]?.becomes('connected')
    pcs[0]?.becomes('failed')
    expect(refreshes()).toBe(1)
    expect(pcs[0]?.restarts).toBe(1)
  })
})

test('offers anew to everybody when this side has another connection to the server', () => {
  const { broadcast, pcs } = setUp()
  broadcast.sendFrom('me1')
  broadcast.startPeers(listing('w1'))
  broadcast.sendFrom('me1')
  expect(pcs).toHaveLength(1)
  broadcast.sendFrom('me2')
  expect(pcs.map(({ closed }) => closed)).toEqual([true, false])
})

test('another camera is sent to watchers as well', () => {
  const { broadcast, pcs, media, tracks } = setUp()
  broadcast.startPeers(listing('w1'))
  media.set({ tracks: tracks(2) })
  expect(pcs[0]?.senders.map(({ track }) => track)).toMatchObject([{ n: 2 }, { n: 2 }])
})

test('the end of the stay ends all of it', () => {
  const { broadcast, pcs, advance } = setUp()
  broadcast.startPeers(listing('w1'))
  broadcast.end()
  advance(60_000)
  expect(pcs.map(({ closed }) => closed)).toEqual([true])
})
