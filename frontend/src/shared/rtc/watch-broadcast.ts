import type { StartWatchPeersData } from '@kla/proto/web'
import type { Observable } from '../browser/observable.js'
import type { Clock } from '../realtime/clock.js'
import { type Codecs, preferCodecs } from './codecs.js'
import { negotiate } from './negotiation.js'
import type { SentTracks } from './patches.js'
import { type CreatePeerConnection, hangUp, replaceTrack, watchConfigurationOf } from './peer.js'
import { originOf, readSignal, type Signal, type SignalKind } from './signal.js'
import type { SentMedia } from './veil.js'
import { createWatchLease } from './watch-lease.js'

const CONNECT_WITHIN_MS = 12_000

/** Sends the player's media to everyone who watches the room. */
export interface WatchBroadcast {
  startPeers(start: StartWatchPeersData): void
  /** Overrides {@link startPeers}. */
  confirmWatchers(socketIds: readonly string[]): void
  /** Applies before the server has it: without consent spectators get nothing. */
  consent(given: boolean): void
  /** Sets this side's socket; watchers then await new offers. */
  sendFrom(socketId: string | null): void
  /** False if the sender never watched here. */
  signal(kind: SignalKind, from: string, payload: object): boolean
  end(): void
}

interface WatchBroadcastOptions {
  createPeerConnection: CreatePeerConnection
  codecs: Codecs
  clock: Clock
  media: Observable<SentMedia>
  send: (to: string, signal: Signal) => void
  /** Requests {@link WatchBroadcast.startPeers} with fresh relay credentials. */
  refresh: () => void
  /** Called after everyone was disconnected because no one confirmed that they may watch. */
  onLapse: (lapsed: { spectators: boolean }) => void
  onError: (error: unknown) => void
}

interface Line {
  readonly sender: WatchSender
  origin: string | null
  callOff: () => void
}

export function createWatchBroadcast(options: WatchBroadcastOptions): WatchBroadcast {
  const { clock, media, send, refresh, onLapse } = options
  const lines = new Map<string, Line>()
  /** Distinguishes their late signals from the opponent's. */
  const watchers = new Set<string>()
  /** Origins that answered an abandoned offer. */
  const stale = new Set<string>()
  let latest: StartWatchPeersData | null = null
  let confirmed: ReadonlySet<string> | null = null
  let withdrawn = false
  let ownSocketId: string | null = null

  const hangUpOn = (to: string) => {
    const line = lines.get(to)
    if (line === undefined) return
    if (line.origin !== null) stale.add(line.origin)
    line.callOff()
    line.sender.close()
    lines.delete(to)
  }

  /** Failures cost the watcher the picture, not the battle. */
  const begin = (to: string, start: StartWatchPeersData) => {
    try {
      connect(to, start)
    } catch (error) {
      options.onError(error)
    }
  }

  const connect = (to: string, start: StartWatchPeersData) => {
    hangUpOn(to)
    const makeAnewLater = () => clock.after(CONNECT_WITHIN_MS, () => begin(to, latest ?? start))
    const sender = createWatchSender({
      ...options,
      start,
      tracks: media.get().tracks,
      send: (signal) => send(to, signal),
      isStale: (answering) => stale.has(answering),
      onOrigin: (answering) => (line.origin = answering),
      onConnection: (state) => {
        if (state === 'connected') line.callOff()
        if (state !== 'failed') return
        line.callOff()
        refresh()
        sender.restart(latest ?? start)
        line.callOff = makeAnewLater()
      },
    })
    const line: Line = { sender, origin: null, callOff: makeAnewLater() }
    lines.set(to, line)
  }

  const lease = createWatchLease(clock, () => {
    if (lines.size === 0) return
    const spectators = latest?.peers.some(({ socketId, judge }) => !judge && lines.has(socketId)) ?? false
    for (const to of [...lines.keys()]) hangUpOn(to)
    onLapse({ spectators })
  })

  const end = () => {
    for (const to of [...lines.keys()]) hangUpOn(to)
    lease.end()
    latest = null
  }

  const isDue = ({ socketId, judge }: StartWatchPeersData['peers'][number]) =>
    !lease.lapsed() && (confirmed === null || confirmed.has(socketId)) && (judge || !withdrawn)

  const settle = () => {
    if (latest === null) return
    const due = latest.peers.filter(isDue).map(({ socketId }) => socketId)
    for (const to of [...lines.keys()]) if (!due.includes(to)) hangUpOn(to)
    for (const to of due) if (!lines.has(to)) begin(to, latest)
  }

  media.subscribe(() => {
    for (const { sender } of lines.values()) void sender.replaceTracks(media.get().tracks)
  })

  return {
    startPeers(start) {
      if (start.watching || !lease.take(start)) return
      latest = start
      for (const { socketId } of start.peers) watchers.add(socketId)
      settle()
    },
    confirmWatchers(socketIds) {
      confirmed = new Set(socketIds)
      settle()
    },
    consent(given) {
      withdrawn = !given
      settle()
    },
    sendFrom(socketId) {
      const before = ownSocketId
      ownSocketId = socketId ?? before
      if (latest === null || before === null || before === ownSocketId) return
      for (const to of [...lines.keys()]) begin(to, latest)
    },
    signal(kind, from, payload) {
      if (!watchers.has(from)) return false
      const signal = readSignal(kind, payload)
      if (signal !== null) lines.get(from)?.sender.receive(signal)
      return true
    },
    end,
  }
}

/** Each watcher costs one more upload. */
const VIDEO_MAX_BPS = 500_000

interface WatchSender {
  receive(signal: Signal): void
  replaceTracks(tracks: SentTracks): Promise<void>
  restart(start: StartWatchPeersData): void
  close(): void
}

interface WatchSenderOptions {
  createPeerConnection: CreatePeerConnection
  codecs: Codecs
  clock: Clock
  start: StartWatchPeersData
  tracks: SentTracks
  send: (signal: Signal) => void
  onConnection: (state: RTCPeerConnectionState) => void
  onError: (error: unknown) => void
  /** True if it belongs to an earlier connection; see {@link originOf}. */
  isStale: (origin: string) => boolean
  onOrigin: (origin: string) => void
}

/** Send-only: a watcher's offers are ignored. */
function createWatchSender(options: WatchSenderOptions): WatchSender {
  const { createPeerConnection, clock, start, tracks, send, onConnection, onError, isStale, onOrigin } = options
  const pc = createPeerConnection(watchConfigurationOf(start))
  const take = negotiate(pc, { polite: false, clock, send, onError })
  pc.onconnectionstatechange = () => onConnection(pc.connectionState)
  const audio = pc.addTransceiver(tracks.audio ?? 'audio', { direction: 'sendonly' }).sender
  const video = pc.addTransceiver(tracks.video ?? 'video', {
    direction: 'sendonly',
    sendEncodings: [{ maxBitrate: VIDEO_MAX_BPS }],
  }).sender
  preferCodecs(pc, video, options.codecs)

  return {
    receive(signal) {
      if (signal.kind === 'offer') return
      if (signal.kind === 'answer') {
        const origin = originOf(signal.payload.sdp ?? '')
        if (isStale(origin)) return
        onOrigin(origin)
      }
      void take(signal)
    },
    async replaceTracks(next) {
      await Promise.all([replaceTrack(audio, next.audio, onError), replaceTrack(video, next.video, onError)])
    },
    restart(next) {
      pc.setConfiguration(watchConfigurationOf(next))
      pc.restartIce()
    },
    close: () => hangUp(pc),
  }
}
