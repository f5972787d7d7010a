import type { MediaRoute, StartPeersData } from '@kla/proto/web'
import type { Clock } from '../realtime/clock.js'
import { type CallView, type Generation, isIntroduced, isOfPair, NO_CALL, peerOf } from './generation.js'
import { createHeldSignals, originOf, readSignal, type SignalKind, type Signal } from './signal.js'
import { createSource, type Observable } from './observable.js'
import { createPeer, type CreatePeerConnection, type Peer } from './peer.js'
import { judgeQuality, readStats, UNKNOWN_QUALITY } from './quality.js'
import type { SentMedia } from './veil.js'

/** Time for a connection, first or restarted; then a new one is made. The polite side lets the other begin. */
const CONNECT_WITHIN_MS = { impolite: 12_000, polite: 18_000 } as const
const RESTART_AFTER_MS = 4_000
/** A connected picture without a frame is shown after this. */
const FRAME_WITHIN_MS = 4_000
const QUALITY_EVERY_MS = 2_000

export interface Call extends Observable<CallView> {
  /** The server introduces the opponent anew: replaces the present connection. */
  startPeers(start: StartPeersData): void
  /** The server repeats the pairing: replaces the connection only if it differs. */
  confirmPeers(start: StartPeersData | null, ownSocketId: string | null): void
  signal(kind: SignalKind, from: string, payload: object): void
  end(): void
}

interface CallOptions {
  createPeerConnection: CreatePeerConnection
  createStream: () => MediaStream
  firstFrame: (stream: MediaStream) => Promise<void>
  clock: Clock
  media: Observable<SentMedia>
  send: (to: string, signal: Signal) => void
  /** Requests {@link Call.confirmPeers} with fresh relay credentials. */
  refresh: () => void
  onPicture: (via: MediaRoute) => void
  /** Another connection begins. */
  onBegin?: () => void
  onError: (error: unknown) => void
}

const mediaStateOf = ({ mic, cam, source, sound }: SentMedia) => ({ mic, cam, source, sound })

/** The call with the opponent, over as many connections as it takes. */
export function createCall(options: CallOptions): Call {
  const { clock, media, send, refresh, onPicture, onError } = options
  const view = createSource<CallView>(NO_CALL)
  const held = createHeldSignals()
  const retired = new Set<string>()
  let current: Generation | null = null
  /** Its picture stays until the present one has a frame. */
  let previous: Peer | null = null

  const closePrevious = () => {
    previous?.close()
    previous = null
  }

  const show = (generation: Generation) => {
    if (generation !== current) return
    view.set({ stream: generation.peer.stream, live: true })
    closePrevious()
  }

  const reportPicture = async (generation: Generation) => {
    const { via } = readStats((await generation.peer.stats()).values())
    if (generation === current && via !== null) onPicture(via)
  }

  const makeAnewLater = (generation: Generation) => {
    const withinMs = generation.start.polite ? CONNECT_WITHIN_MS.polite : CONNECT_WITHIN_MS.impolite
    generation.callOff.push(
      clock.after(withinMs, () => {
        if (generation === current) begin(generation.start, generation.ownSocketId)
      }),
    )
  }

  /** Both sides detect a failure at about the same time; the polite one lets the other restart. */
  const restart = (generation: Generation) => {
    if (!generation.start.polite) return generation.peer.restart(generation.start)
    generation.callOff.push(clock.after(RESTART_AFTER_MS, () => generation.peer.restart(generation.start)))
  }

  const stopWaiting = (generation: Generation) => {
    for (const callOff of generation.callOff.splice(0)) callOff()
  }

  const watchQuality = async (generation: Generation) => {
    if (generation !== current) return
    const report = await generation.peer.stats()
    if (generation !== current || view.get().connection !== 'connected') return
    const sample = readStats(report.values())
    view.set({ quality: judgeQuality(generation.sample, sample) })
    generation.sample = sample
    generation.callOff.push(clock.after(QUALITY_EVERY_MS, () => void watchQuality(generation).catch(onError)))
  }

  const onConnection = (generation: Generation, state: RTCPeerConnectionState) => {
    if (generation !== current) return
    if (state === 'connected') {
      stopWaiting(generation)
      view.set({ connection: 'connected' })
      generation.callOff.push(clock.after(FRAME_WITHIN_MS, () => show(generation)))
      void watchQuality(generation).catch(onError)
    } else if (state === 'disconnected') {
      view.set({ connection: 'recovering', quality: UNKNOWN_QUALITY })
    } else if (state === 'failed') {
      stopWaiting(generation)
      view.set({ connection: 'recovering', quality: UNKNOWN_QUALITY })
      refresh()
      restart(generation)
      makeAnewLater(generation)
    }
  }

  const begin = (start: StartPeersData, ownSocketId: string | null, introductionDueSince: number | null = null) => {
    const to = peerOf(start)
    if (to === undefined) return
    options.onBegin?.()
    if (current) {
      stopWaiting(current)
      closePrevious()
      previous = current.peer
    }
    const peer = createPeer({
      ...options,
      start,
      tracks: media.get().tracks,
      mediaState: mediaStateOf(media.get()),
      // A replaced connection still shows its picture, but negotiates no more.
      send: (signal) => {
        if (generation === current) send(to, signal)
      },
      onTrack: ({ kind }) => {
        if (kind !== 'video') return
        if (generation === current && !view.get().live) view.set({ stream: peer.stream })
        void options.firstFrame(peer.stream).then(() => {
          show(generation)
          void reportPicture(generation).catch(onError)
        })
      },
      onConnection: (state) => onConnection(generation, state),
      onRemoteState: (remote) => {
        if (generation === current) view.set({ remote })
      },
    })
    const generation: Generation = {
      ...{ start, to, ownSocketId, peer, introductionDueSince },
      ...{ remoteOrigin: null, sample: null, callOff: [] },
    }
    current = generation
    view.set({ connection: view.get().live ? 'recovering' : 'connecting', quality: UNKNOWN_QUALITY })
    makeAnewLater(generation)
    for (const signal of held.take(to)) receive(to, signal)
  }

  const receive = (from: string, signal: Signal) => {
    if (current === null || from !== current.to) return held.hold(from, signal)
    if (signal.kind !== 'ice-candidate') {
      const origin = originOf(signal.payload.sdp ?? '')
      if (retired.has(origin)) return
      const known = current.remoteOrigin
      if (known !== null && origin !== known) {
        if (signal.kind === 'answer') return
        retired.add(known)
        begin(current.start, current.ownSocketId)
      }
      current.remoteOrigin = origin
    }
    void current.peer.receive(signal)
  }

  const end = () => {
    if (current) stopWaiting(current)
    current?.peer.close()
    current = null
    closePrevious()
    retired.clear()
    view.set(NO_CALL)
  }

  media.subscribe(() => {
    void current?.peer.replaceTracks(media.get().tracks)
    current?.peer.sendState(mediaStateOf(media.get()))
  })

  return {
    get: view.get,
    subscribe: view.subscribe,
    startPeers(start) {
      if (current === null || !isIntroduced(current, start, clock.now())) return begin(start, null)
      current.start = start
      current.introductionDueSince = null
    },
    confirmPeers(start, ownSocketId) {
      if (start === null) return
      if (current === null || !isOfPair(current, start, ownSocketId)) return begin(start, ownSocketId, clock.now())
      current.start = start
      current.ownSocketId = ownSocketId
    },
    signal(kind, from, payload) {
      const signal = readSignal(kind, payload)
      if (signal !== null) receive(from, signal)
    },
    end,
  }
}
