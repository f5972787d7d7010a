import type { StartWatchPeersData } from '@kla/proto/web'
import type { Clock } from '../realtime/clock.js'
import { negotiate } from './negotiation.js'
import type { CreatePeerConnection } from './peer.js'
import { originOf, type Signal } from './signal.js'
import { hangUp, watchConfigurationOf } from './watch-connection.js'

export interface WatchReceiver {
  readonly origin: string
  receive(signal: Signal): void
  close(): void
}

interface WatchReceiverOptions {
  createPeerConnection: CreatePeerConnection
  createStream: () => MediaStream
  clock: Clock
  start: StartWatchPeersData
  /** The player's offer, with which it begins. */
  offer: Signal & { kind: 'offer' }
  send: (signal: Signal) => void
  onPicture: (stream: MediaStream) => void
  onConnection: (state: RTCPeerConnectionState) => void
  onError: (error: unknown) => void
}

/** One connection from one player. It has nothing to send, so that every answer only receives. */
export function createWatchReceiver(options: WatchReceiverOptions): WatchReceiver {
  const { createPeerConnection, createStream, clock, start, offer, send, onPicture, onConnection, onError } = options
  const pc = createPeerConnection(watchConfigurationOf(start))
  const stream = createStream()
  const receive = negotiate(pc, { polite: true, clock, send, onError })
  // A watcher never offers.
  pc.onnegotiationneeded = null
  pc.ontrack = ({ track }) => {
    stream.addTrack(track)
    if (track.kind === 'video') onPicture(stream)
  }
  pc.onconnectionstatechange = () => onConnection(pc.connectionState)
  void receive(offer)

  return { origin: originOf(offer.payload.sdp ?? ''), receive: (signal) => void receive(signal), close: () => hangUp(pc) }
}
