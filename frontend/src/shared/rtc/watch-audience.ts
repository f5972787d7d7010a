import type { StartWatchPeersData } from '@kla/proto/web'
import { createSource, type Observable } from '../browser/observable.js'
import type { Clock } from '../realtime/clock.js'
import { negotiate } from './negotiation.js'
import { type CreatePeerConnection, hangUp, watchConfigurationOf } from './peer.js'
import { createHeldSignals, originOf, readSignal, type Signal, type SignalKind } from './signal.js'
import { createWatchLease } from './watch-lease.js'

interface WatchedPicture {
  readonly stream: MediaStream | null
  readonly connection: 'connecting' | 'connected' | 'recovering' | 'impossible'
}

interface WatchedPictures {
  /** Pictures by account id. */
  readonly byPlayer: Readonly<Record<number, WatchedPicture>>
  /** False if players hung up for lack of confirmation. */
  readonly confirmed: boolean
}

/** The players' pictures for a page that watches. */
export interface WatchAudience extends Observable<WatchedPictures> {
  startPeers(start: StartWatchPeersData): void
  signal(kind: SignalKind, from: string, payload: object): void
  end(): void
}

interface WatchAudienceOptions {
  createPeerConnection: CreatePeerConnection
  createStream: () => MediaStream
  firstFrame: (stream: MediaStream) => Promise<void>
  clock: Clock
  send: (to: string, signal: Signal) => void
  onError: (error: unknown) => void
}

const AWAITED: WatchedPicture = { stream: null, connection: 'connecting' }

export function createWatchAudience(options: WatchAudienceOptions): WatchAudience {
  const { firstFrame, send } = options
  const view = createSource<WatchedPictures>({ byPlayer: {}, confirmed: true })
  const held = createHeldSignals()
  const receivers = new Map<string, WatchReceiver>()
  let latest: StartWatchPeersData | null = null
  const lease = createWatchLease(options.clock, () => view.set({ confirmed: false }))

  const playerBehind = (socketId: string) => latest?.peers.find((peer) => peer.socketId === socketId)?.id ?? null

  const note = (player: number, change: Partial<WatchedPicture>) => {
    const { byPlayer } = view.get()
    view.set({ byPlayer: { ...byPlayer, [player]: { ...(byPlayer[player] ?? AWAITED), ...change } } })
  }

  const hangUpOn = (from: string) => {
    receivers.get(from)?.close()
    receivers.delete(from)
  }

  const begin = (...given: Parameters<typeof connect>) => {
    try {
      connect(...given)
    } catch (error) {
      options.onError(error)
      note(given[1], { connection: 'impossible' })
    }
  }

  const connect = (from: string, player: number, start: StartWatchPeersData, offer: Signal & { kind: 'offer' }) => {
    hangUpOn(from)
    const isCurrent = () => receivers.get(from) === receiver
    const receiver = createWatchReceiver({
      ...options,
      start,
      offer,
      send: (signal) => send(from, signal),
      onPicture: (stream) => void firstFrame(stream).then(() => isCurrent() && note(player, { stream })),
      onConnection: (state) => {
        if (!isCurrent()) return
        if (state === 'connected') note(player, { connection: 'connected' })
        if (state === 'disconnected' || state === 'failed') note(player, { connection: 'recovering' })
      },
    })
    receivers.set(from, receiver)
  }

  const receive = (from: string, signal: Signal) => {
    if (signal.kind === 'answer') return
    const player = playerBehind(from)
    const receiver = receivers.get(from)
    if (latest === null || player === null) return held.hold(from, signal)
    if (signal.kind === 'offer' && receiver?.origin !== originOf(signal.payload.sdp ?? '')) {
      // A new origin: the player started over.
      begin(from, player, latest, { kind: 'offer', payload: signal.payload })
      return takeUpHeld()
    }
    if (receiver === undefined) held.hold(from, signal)
    else receiver.receive(signal)
  }

  const takeUpHeld = () => {
    for (const { from, signal } of held.takeAll()) receive(from, signal)
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    startPeers(start) {
      if (!start.watching || !lease.take(start)) return
      latest = start
      view.set({ confirmed: !lease.lapsed() })
      for (const from of [...receivers.keys()]) if (playerBehind(from) === null) hangUpOn(from)
      for (const { socketId, id } of start.peers) {
        if (id === null) continue
        const { connection } = view.get().byPlayer[id] ?? AWAITED
        // The last picture stays until the next offer.
        if (!receivers.has(socketId))
          note(id, { connection: connection === 'connecting' ? 'connecting' : 'recovering' })
      }
      takeUpHeld()
    },
    signal(kind, from, payload) {
      const signal = readSignal(kind, payload)
      if (signal !== null) receive(from, signal)
    },
    end() {
      for (const from of [...receivers.keys()]) hangUpOn(from)
      lease.end()
      latest = null
      view.set({ byPlayer: {}, confirmed: true })
    },
  }
}

interface WatchReceiver {
  readonly origin: string
  receive(signal: Signal): void
  close(): void
}

interface WatchReceiverOptions {
  createPeerConnection: CreatePeerConnection
  createStream: () => MediaStream
  clock: Clock
  start: StartWatchPeersData
  offer: Signal & { kind: 'offer' }
  send: (signal: Signal) => void
  onPicture: (stream: MediaStream) => void
  onConnection: (state: RTCPeerConnectionState) => void
  onError: (error: unknown) => void
}

/** Receive-only connection with one player. */
function createWatchReceiver(options: WatchReceiverOptions): WatchReceiver {
  const { createPeerConnection, createStream, clock, start, offer, send, onPicture, onConnection, onError } = options
  const pc = createPeerConnection(watchConfigurationOf(start))
  const stream = createStream()
  const receive = negotiate(pc, { polite: true, clock, send, onError })
  pc.onnegotiationneeded = null
  pc.ontrack = ({ track }) => {
    stream.addTrack(track)
    if (track.kind === 'video') onPicture(stream)
  }
  pc.onconnectionstatechange = () => onConnection(pc.connectionState)
  void receive(offer)

  return {
    origin: originOf(offer.payload.sdp ?? ''),
    receive: (signal) => void receive(signal),
    close: () => hangUp(pc),
  }
}
