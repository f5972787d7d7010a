import { describe, expect, test } from '@jest/globals'
import type { LinkDiagnostics, StartPeersData } from '@kla/proto/web'
import { createSource } from '../../../src/shared/browser/observable.js'
import { createAdaptation } from '../../../src/shared/rtc/adaptation/adaptation.js'
import { createCall } from '../../../src/shared/rtc/call.js'
import type { LocalMedia, LocalMediaView } from '../../../src/shared/rtc/local-media.js'
import type { Signal } from '../../../src/shared/rtc/signal.js'
import { settle } from '../../settle.js'
import { manualClock } from '../realtime/manual-clock.js'
import { FakePeerConnection, ordinaryCodecs } from './fake-peer-connection.js'

const start = (socketId: string, polite = false): StartPeersData => ({
  peers: [{ socketId, id: 2 }],
  polite,
  iceServers: [{ urls: [`turn:${socketId}`], username: 'u', credential: 'c' }],
  iceTransportPolicy: 'all',
})

/** An offer by another connection than any of the fakes. */
const offerOf = (origin: number) => ({
  type: 'offer',
  sdp: `v=0\r\no=- ${origin} 1 IN IP4 0.0.0.0\r\na=ice-ufrag:r${origin}\r\n`,
})

function setUp({ refuses = (): boolean => false, codecs = ordinaryCodecs() } = {}) {
  const { clock, advance } = manualClock()
  const pcs: FakePeerConnection[] = []
  const sent: { to: string; signal: Signal }[] = []
  const frames = new Map<object, () => void>()
  const view = createSource<LocalMediaView>({
    asking: false,
    mic: true,
    cam: true,
    source: 'camera',
    sound: 'microphone',
    errorName: null,
    tracks: { audio: { kind: 'audio', n: 1 } as never, video: { kind: 'video', n: 1 } as never },
  })
  let refreshes = 0
  const errors: unknown[] = []
  const pictures: string[] = []
  const repairs: boolean[] = []
  const diagnostics: LinkDiagnostics[] = []
  const call = createCall({
    createAdaptation: (given) =>
      createAdaptation({ ...given, measureGateway: async () => 20, onDiagnostics: (one) => diagnostics.push(one) }),
    createPeerConnection: (configuration) => {
      if (refuses()) throw new ReferenceError('RTCPeerConnection is not defined')
      const pc = new FakePeerConnection(configuration)
      pcs.push(pc)
      return pc.asReal()
    },
    createStream: () => ({ addTrack: () => undefined }) as never,
    codecs,
    firstFrame: (stream) => new Promise((resolve) => frames.set(stream, resolve)),
    clock,
    media: view as never as LocalMedia,
    send: (to, signal) => sent.push({ to, signal }),
    refresh: () => refreshes++,
    onPicture: (via) => pictures.push(via),
    onRepair: (repairing) => repairs.push(repairing),
    onError: (error) => errors.push(error),
  })
  const last = () => pcs.at(-1)!
  return {
    call,
    pcs,
    sent,
    view,
    last,
    advance,
    errors,
    pictures,
    repairs,
    diagnostics,
    refreshes: () => refreshes,
    /** The latest connection comes up and shows its first frame. */
    async pictured() {
      last().ontrack?.({ track: { kind: 'video' } })
      last().becomes('connected')
      ;[...frames.values()].at(-1)!()
      await settle()
    },
  }
}

test('connects through the servers that the room names', async () => {
  const { call, last, sent } = setUp()
  call.startPeers(start('s2'))
  await settle()
  expect(last().configuration).toMatchObject({ iceTransportPolicy: 'all', iceServers: [{ urls: ['turn:s2'] }] })
  expect(sent).toMatchObject([{ to: 's2', signal: { kind: 'offer' } }])
  expect(call.get().connection).toBe('connecting')
})

test('says that a browser makes no connections, and connects once it does', () => {
  let refuses = true
  const { call, errors, pcs } = setUp({ refuses: () => refuses })
  call.startPeers(start('s2'))
  call.signal('offer', 's2', offerOf(7))
  expect(call.get()).toMatchObject({ connection: 'impossible', live: false })
  expect(errors).toHaveLength(1)
  refuses = false
  call.startPeers(start('s2'))
  expect([call.get().connection, pcs.length]).toEqual(['connecting', 1])
  refuses = true
  call.startPeers(start('s3'))
  expect(call.get().connection).toBe('impossible')
  expect(pcs[0]?.connectionState).toBe('closed')
  call.end()
  expect(call.get().connection).toBe('idle')
})

test('shows the picture with its first frame', async () => {
  const { call, pictured } = setUp()
  call.startPeers(start('s2'))
  expect(call.get()).toMatchObject({ stream: null, live: false })
  await pictured()
  expect(call.get()).toMatchObject({ connection: 'connected', stream: expect.anything(), live: true })
})

test('provides the first picture before its first frame', async () => {
  const { call, last, pictured } = setUp()
  call.startPeers(start('s2'))
  last().ontrack?.({ track: { kind: 'audio' } })
  expect(call.get().stream).toBeNull()
  last().ontrack?.({ track: { kind: 'video' } })
  const { stream } = call.get()
  expect(call.get()).toMatchObject({ connection: 'connecting', stream: expect.anything(), live: false })
  await pictured()
  expect(call.get()).toMatchObject({ stream, live: true })
})

test("reports the route of each connection's picture once, and none without a picture", async () => {
  const { call, last, pictured, pictures, advance } = setUp()
  call.startPeers(start('s2'))
  last().report = [
    {
      type: 'candidate-pair',
      id: 'p',
      nominated: true,
      state: 'succeeded',
      localCandidateId: 'l',
      remoteCandidateId: 'r',
    },
    { type: 'local-candidate', id: 'l', candidateType: 'host' },
    { type: 'remote-candidate', id: 'r', candidateType: 'relay' },
  ]
  await pictured()
  expect(pictures).toEqual(['relay'])
  call.startPeers(start('s3'))
  last().becomes('connected')
  advance(10_000)
  await settle()
  expect(pictures).toEqual(['relay'])
})

test('shows a connection without frames after a while', () => {
  const { call, last, advance } = setUp()
  call.startPeers(start('s2'))
  last().becomes('connected')
  expect(call.get().live).toBe(false)
  advance(4_000)
  expect(call.get()).toMatchObject({ stream: expect.anything(), live: true })
})

describe('new introduction', () => {
  test('keeps the old picture until the new one has a frame', async () => {
    const { call, pcs, last, pictured } = setUp()
    call.startPeers(start('s2'))
    await pictured()
    const old = call.get().stream
    call.startPeers(start('s3'))
    last().ontrack?.({ track: { kind: 'video' } })
    expect(call.get()).toMatchObject({ connection: 'recovering', stream: old, live: true })
    expect(pcs[0]?.closed).toBe(false)
    await pictured()
    expect(call.get().stream).not.toBe(old)
    expect(pcs.map(({ closed }) => closed)).toEqual([true, false])
  })

  test('takes over at once from a connection without a frame', () => {
    const { call, last } = setUp()
    call.startPeers(start('s2'))
    last().ontrack?.({ track: { kind: 'video' } })
    const old = call.get().stream
    const replaced = last()
    call.startPeers(start('s3'))
    expect(call.get()).toMatchObject({ connection: 'connecting', live: false })
    last().ontrack?.({ track: { kind: 'video' } })
    const { stream } = call.get()
    expect(stream).not.toBe(old)
    replaced.ontrack?.({ track: { kind: 'video' } })
    expect(call.get().stream).toBe(stream)
  })

  test('stops negotiation on the replaced connection', async () => {
    const { call, pcs, sent } = setUp()
    call.startPeers(start('s2'))
    call.startPeers(start('s3'))
    await settle()
    pcs[0]?.gather()
    expect(sent.map(({ to }) => to)).toEqual(['s3'])
  })

  test('uses signals that arrived before it', async () => {
    const { call, last } = setUp()
    call.signal('offer', 's2', offerOf(900))
    call.signal('offer', 'somebody else', offerOf(901))
    call.startPeers(start('s2', true))
    await settle()
    expect(last().remoteDescription?.sdp).toContain('o=- 900 ')
  })
})

describe('repeated introduction', () => {
  test('updates only the servers', () => {
    const { call, pcs } = setUp()
    call.confirmPeers(start('s2'), 's1')
    call.confirmPeers(start('s2'), 's1')
    expect(pcs).toHaveLength(1)
  })

  test('begins anew when this side has another socket', () => {
    const { call, pcs } = setUp()
    call.confirmPeers(start('s2'), 's1')
    call.confirmPeers(start('s2'), 's9')
    expect(pcs).toHaveLength(2)
  })
})

describe('introduction beside a room state that says the same', () => {
  test('begins once, in either order', () => {
    const { call, pcs } = setUp()
    call.confirmPeers(start('s2'), 's1')
    call.startPeers(start('s2'))
    expect(pcs).toHaveLength(1)
    call.startPeers(start('s3'))
    call.confirmPeers(start('s3'), 's1')
    expect(pcs).toHaveLength(2)
  })

  test('begins anew when it comes later or again', () => {
    const { call, pcs, advance } = setUp()
    call.confirmPeers(start('s2'), 's1')
    call.startPeers(start('s2'))
    call.startPeers(start('s2'))
    expect(pcs).toHaveLength(2)
    call.confirmPeers(start('s2'), 's9')
    call.confirmPeers(start('s2'), 's8')
    advance(3_001)
    const before = pcs.length
    call.startPeers(start('s2'))
    expect(pcs).toHaveLength(before + 1)
  })
})

test('accepts the answer of a peer that stayed, after beginning anew by itself', async () => {
  const { call, last, advance } = setUp()
  call.startPeers(start('s2'))
  await settle()
  call.signal('answer', 's2', { ...offerOf(900), type: 'answer' })
  await settle()
  last().becomes('failed')
  advance(12_000)
  await settle()
  call.signal('answer', 's2', { ...offerOf(900), type: 'answer' })
  await settle()
  expect(last().remoteDescription?.sdp).toContain('o=- 900 ')
})

describe('offer of another connection', () => {
  test('begins anew together with the other side', async () => {
    const { call, pcs, last } = setUp()
    call.startPeers(start('s2', true))
    await settle()
    call.signal('offer', 's2', offerOf(900))
    await settle()
    call.signal('offer', 's2', offerOf(950))
    await settle()
    expect(pcs).toHaveLength(2)
    expect(last().remoteDescription?.sdp).toContain('o=- 950 ')
  })

  test('is ignored once that connection was replaced', async () => {
    const { call, pcs, last } = setUp()
    call.startPeers(start('s2', true))
    for (const origin of [900, 950, 900]) {
      call.signal('offer', 's2', offerOf(origin))
      await settle()
    }
    expect(pcs).toHaveLength(2)
    expect(last().remoteDescription?.sdp).toContain('o=- 950 ')
  })
})

describe('restarts by both sides at once', () => {
  test('replace the connection of the polite side, which offers at once', async () => {
    const { call, pcs, last, sent, pictured, advance } = setUp()
    call.startPeers(start('s2', true))
    call.signal('offer', 's2', offerOf(900))
    await settle()
    await pictured()
    last().currentRemoteDescription = last().remoteDescription
    last().becomes('failed')
    advance(4_000)
    await settle()
    sent.splice(0)
    call.signal('offer', 's2', offerOf(900))
    await settle()
    expect(pcs).toHaveLength(2)
    expect(pcs[0]!.rollbacks).toBe(0)
    expect(sent).toMatchObject([{ to: 's2', signal: { kind: 'offer' } }])
    // The other side repeats its restart until it has read the new offer.
    call.signal('offer', 's2', offerOf(900))
    await settle()
    expect(last().remoteDescription).toBeNull()
    expect(call.get().connection).toBe('recovering')
  })
})

describe('failing connection', () => {
  test('is restarted with fresh servers', async () => {
    const { call, last, refreshes, pictured } = setUp()
    call.startPeers(start('s2'))
    await pictured()
    last().becomes('failed')
    expect(call.get().connection).toBe('recovering')
    expect(last().restarts).toBe(1)
    expect(refreshes()).toBe(1)
  })

  test('is restarted by the impolite side first', async () => {
    const { call, last, pictured, advance } = setUp()
    call.startPeers(start('s2', true))
    await pictured()
    last().becomes('failed')
    expect(last().restarts).toBe(0)
    advance(4_000)
    expect(last().restarts).toBe(1)
  })

  test('is replaced when the restart does not help in time', async () => {
    const { call, pcs, last, pictured, advance } = setUp()
    call.startPeers(start('s2'))
    await pictured()
    last().becomes('failed')
    advance(11_999)
    expect(pcs).toHaveLength(1)
    advance(1)
    expect(pcs).toHaveLength(2)
  })

  test('is left alone when it recovers', async () => {
    const { call, pcs, last, pictured, advance } = setUp()
    call.startPeers(start('s2'))
    await pictured()
    last().becomes('failed')
    last().becomes('connected')
    advance(60_000)
    expect(pcs).toHaveLength(1)
    expect(call.get().connection).toBe('connected')
  })

  test('gives the impolite side time to begin', () => {
    const { call, pcs, advance } = setUp()
    call.startPeers(start('s2', true))
    advance(12_000)
    expect(pcs).toHaveLength(1)
    advance(6_000)
    expect(pcs).toHaveLength(2)
  })
})

describe('media state', () => {
  test('is sent first and on every change', () => {
    const { call, last, view } = setUp()
    call.startPeers(start('s2'))
    const { channel } = last()
    channel.readyState = 'open'
    channel.onopen?.()
    view.set({ mic: false })
    expect(channel.sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      { mic: true, cam: true, source: 'camera', sound: 'microphone' },
      { mic: false, cam: true, source: 'camera', sound: 'microphone' },
    ])
  })

  test('is received from the other side, and nothing else is', () => {
    const { call, last } = setUp()
    call.startPeers(start('s2'))
    last().channel.onmessage?.({ data: '{"mic":false,"cam":true,"source":"stand-in","sound":"microphone"}' })
    last().channel.onmessage?.({ data: 'nonsense' })
    last().channel.onmessage?.({ data: '{"mic":"yes"}' })
    expect(call.get().remote).toEqual({ mic: false, cam: true, source: 'stand-in', sound: 'microphone' })
  })

  test('sends another track without a new offer', async () => {
    const { call, last, view, sent } = setUp()
    call.startPeers(start('s2'))
    await settle()
    const offers = sent.length
    view.set({ tracks: { audio: { n: 2 } as never, video: { n: 2 } as never } })
    await settle()
    expect(last().senders.map(({ track }) => track)).toEqual([{ n: 2 }, { n: 2 }])
    expect(sent).toHaveLength(offers)
  })
})

/** Statistics after so many packets; every fifth sent packet is a frame. */
const statsOf = (received: number, lost = 0, lostSent = 0) => [
  {
    type: 'candidate-pair',
    id: 'p',
    nominated: true,
    state: 'succeeded',
    currentRoundTripTime: 0.05,
    localCandidateId: 'l',
  },
  { type: 'local-candidate', id: 'l', candidateType: 'host' },
  {
    type: 'inbound-rtp',
    id: 'v',
    kind: 'video',
    packetsReceived: received,
    packetsLost: lost,
    framesDecoded: received,
  },
  { type: 'outbound-rtp', id: 'o', kind: 'video', packetsSent: received },
  { type: 'remote-inbound-rtp', id: 'r', kind: 'video', packetsLost: lostSent },
]

test('measures the connection every two seconds', async () => {
  const { call, last, advance } = setUp()
  call.startPeers(start('s2'))
  last().report = statsOf(100)
  last().becomes('connected')
  await settle()
  expect(call.get().link).toMatchObject({
    band: 'excellent',
    reading: { rttMs: 50, lossInPercent: 0, route: 'direct' },
  })
  last().report = statsOf(180, 20)
  advance(2_000)
  await settle()
  expect(call.get().link).toMatchObject({ band: 'poor', reading: { lossInPercent: 14 } })
})

describe('connection on which nothing arrives any more', () => {
  /** Looks repeatedly until `ms` have passed. */
  const pass = async (advance: (ms: number) => void, ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      advance(500)
      await settle()
    }
  }
  const silenced = async (polite: boolean) => {
    const room = setUp()
    room.call.startPeers(start('s2', polite))
    room.last().report = statsOf(100)
    await room.pictured()
    await pass(room.advance, 2_000)
    return room
  }

  test('is restarted, announced, and announced again once packets arrive', async () => {
    const { call, last, advance, repairs, diagnostics } = await silenced(false)
    await pass(advance, 2_000)
    expect(last().restarts).toBe(1)
    expect(call.get()).toMatchObject({ connection: 'recovering', link: { band: 'lost' } })
    expect(repairs).toEqual([true])
    last().report = statsOf(200)
    await pass(advance, 500)
    expect(call.get().connection).toBe('connected')
    expect(repairs).toEqual([true, false])
    expect(diagnostics.at(-1)?.steps).toEqual([
      { at: 2, step: 'ice-restart', outcome: 'begun', side: 'unknown' },
      { at: 5, step: 'ice-restart', outcome: 'done', side: 'unknown' },
    ])
  })

  test('sends a key frame once packets arrive', async () => {
    const { last, advance } = await silenced(false)
    await pass(advance, 2_000)
    expect(last().activity).toEqual([true])
    last().report = statsOf(200)
    await pass(advance, 2_000)
    expect(last().activity).toEqual([true, false, true])
  })

  test('gets another relay, then a new connection', async () => {
    const { last, pcs, advance } = await silenced(false)
    await pass(advance, 6_000)
    expect(last().restarts).toBe(2)
    expect(last().configuration).toMatchObject({
      iceTransportPolicy: 'relay',
      iceServers: [{ urls: ['turn:s2?transport=tcp'] }],
    })
    await pass(advance, 6_000)
    expect(pcs).toHaveLength(2)
  })

  test('is not restarted by the polite side when the other one has', async () => {
    const alone = await silenced(true)
    await pass(alone.advance, 2_000)
    expect(alone.last().restarts).toBe(1)
    const again = await silenced(true)
    await pass(again.advance, 500)
    again.call.signal('offer', 's2', offerOf(901))
    await pass(again.advance, 4_000)
    expect(again.last().restarts).toBe(0)
  })

  test('no longer holds the game after half a minute, and is still tried', async () => {
    const { pcs, advance, repairs } = await silenced(false)
    await pass(advance, 40_000)
    expect(repairs).toEqual([true, false])
    expect(pcs.length).toBeGreaterThan(2)
  })

  test('ends its repair with the call', async () => {
    const { call, advance, repairs, pcs } = await silenced(false)
    await pass(advance, 2_000)
    call.end()
    await pass(advance, 30_000)
    expect(repairs).toEqual([true, false])
    expect(pcs).toHaveLength(1)
  })
})

test('sends less automatically while much of it is lost', async () => {
  const { call, last, advance } = setUp()
  call.startPeers(start('s2'))
  last().becomes('connected')
  for (let at = 1; at <= 6; at++) {
    last().report = statsOf(100 * at, 0, 15 * at)
    advance(2_000)
    await settle()
  }
  expect(last().senders[1]?.parameters.encodings[0]).toMatchObject({ maxBitrate: 400_000 })
})

test("reports its link beside its media, and reads the opponent's", async () => {
  const { call, last } = setUp()
  call.startPeers(start('s2'))
  last().channel.readyState = 'open'
  last().report = statsOf(100)
  last().becomes('connected')
  await settle()
  expect(JSON.parse(last().channel.sent.at(-1)!)).toEqual({
    mic: true,
    cam: true,
    source: 'camera',
    sound: 'microphone',
    link: { relay: null, gatewayRttMs: null, limited: false, soundOnly: false },
  })
})

describe('size of the picture', () => {
  const limitsOf = (pc: FakePeerConnection) => pc.senders[1]?.parameters.encodings[0]
  const saysPane = (pc: FakePeerConnection, pane: string) =>
    pc.channel.onmessage?.({ data: JSON.stringify({ mic: true, cam: true, pane }) })
  const panesSent = (pc: FakePeerConnection) =>
    pc.channel.sent.map((text) => (JSON.parse(text) as { pane?: string }).pane ?? 'large')
  const connected = async () => {
    const room = setUp()
    room.call.startPeers(start('s2'))
    room.last().report = statsOf(100)
    room.last().channel.readyState = 'open'
    return room
  }

  test('limits what this side sends to what the other side shows', async () => {
    const { last, pictured } = await connected()
    await pictured()
    expect(limitsOf(last())).toMatchObject({ maxBitrate: 600_000, scaleResolutionDownBy: 1, active: true })
    saysPane(last(), 'small')
    await settle()
    expect(limitsOf(last())).toMatchObject({ maxBitrate: 120_000, scaleResolutionDownBy: 8 / 3, active: true })
    saysPane(last(), 'none')
    await settle()
    expect(limitsOf(last())).toMatchObject({ active: false })
    saysPane(last(), 'large')
    await settle()
    expect(limitsOf(last())).toMatchObject({ maxBitrate: 600_000, scaleResolutionDownBy: 1, active: true })
  })

  test('costs less with a codec that needs fewer bits', async () => {
    const { last, pictured } = await connected()
    last().senders[1]!.parameters.codecs = [{ mimeType: 'video/VP9' }, { mimeType: 'video/VP8' }]
    await pictured()
    expect(limitsOf(last())).toMatchObject({ maxBitrate: 450_000 })
  })

  test('is changed once by a flood of changes', async () => {
    const { last, pictured } = await connected()
    await pictured()
    const before = last().activity.length
    for (let change = 0; change < 100; change++) saysPane(last(), change % 2 === 0 ? 'small' : 'none')
    await settle()
    expect(last().activity.length - before).toBe(1)
    expect(limitsOf(last())).toMatchObject({ active: false })
  })

  test('reaches the other side when it changes, and with every connection', async () => {
    const { call, last, pictured } = await connected()
    await pictured()
    call.show('medium')
    call.show('medium')
    expect(panesSent(last()).slice(-2)).toEqual(['large', 'medium'])
    call.startPeers(start('s3'))
    last().channel.readyState = 'open'
    last().channel.onopen?.()
    expect(panesSent(last())).toEqual(['medium'])
  })

  test('is never none before a connection has shown a frame', async () => {
    const { call, last, pictured } = await connected()
    call.show('none')
    last().channel.onopen?.()
    expect(new Set(panesSent(last()))).toEqual(new Set(['small']))
    await pictured()
    expect(panesSent(last()).at(-1)).toBe('none')
  })

  test('does not count as a broken picture while it is none, nor right after', async () => {
    const { call, last, advance, pictured, repairs } = await connected()
    await pictured()
    let received = 100
    /** Packets arrive, frames do not. */
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 2_000) {
        received += 50
        last().report = statsOf(received).map((entry) =>
          'framesDecoded' in entry ? { ...entry, framesDecoded: 100 } : entry,
        )
        advance(2_000)
        await settle()
      }
    }
    saysPane(last(), 'large')
    call.show('none')
    await pass(20_000)
    call.show('large')
    await pass(2_000)
    expect(repairs).toEqual([])
    await pass(4_000)
    expect(repairs).toEqual([true])
  })
})

test('sends with a light codec once the processor has limited the picture for long', async () => {
  let lightened = 0
  const { call, last, advance } = setUp({ codecs: { order: () => [], lighten: () => lightened++ } })
  call.startPeers(start('s2'))
  last().senders[1]!.parameters.codecs = [{ mimeType: 'video/AV1' }, { mimeType: 'video/VP8' }]
  const strained = { type: 'outbound-rtp', id: 'o', kind: 'video', packetsSent: 1, qualityLimitationReason: 'cpu' }
  last().report = [...statsOf(100).filter(({ id }) => id !== 'o'), strained]
  last().becomes('connected')
  const look = async () => {
    advance(2_000)
    await settle()
  }
  await settle()
  for (let seconds = 0; seconds < 6; seconds += 2) await look()
  expect(lightened).toBe(0)
  await look()
  expect(lightened).toBe(1)
  expect(last().senders[1]?.parameters.encodings[0]).toMatchObject({
    codec: { mimeType: 'video/VP8' },
    maxBitrate: 600_000,
  })
})

test('releases everything at the end', async () => {
  const { call, pcs, pictured, advance } = setUp()
  call.startPeers(start('s2'))
  await pictured()
  call.startPeers(start('s3'))
  call.end()
  advance(60_000)
  expect(pcs.map(({ closed }) => closed)).toEqual([true, true])
  expect(call.get()).toMatchObject({ connection: 'idle', stream: null })
})
