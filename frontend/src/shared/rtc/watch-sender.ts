import type { StartWatchPeersData } from '@kla/proto/web'
import type { Clock } from '../realtime/clock.js'
import { negotiate } from './negotiation.js'
import type { CreatePeerConnection } from './peer.js'
import { originOf, type Signal } from './signal.js'
import type { LocalTracks } from './stand-in.js'
import { hangUp, watchConfigurationOf } from './watch-connection.js'

/** Each watcher costs a player one more upload from home: theirs is a plain picture, the opponent's stays the best. */
const VIDEO_MAX_BPS = 600_000

export interface WatchSender {
  receive(signal: Signal): void
  replaceTracks(tracks: LocalTracks): Promise<void>
  /** Looks for a new way to the watcher, through these servers. */
  restart(start: StartWatchPeersData): void
  close(): void
}

interface WatchSenderOptions {
  createPeerConnection: CreatePeerConnection
  clock: Clock
  start: StartWatchPeersData
  tracks: LocalTracks
  send: (signal: Signal) => void
  onConnection: (state: RTCPeerConnectionState) => void
  onError: (error: unknown) => void
  /** Whether an answer of this origin belongs to a connection before this one; see {@link originOf}. */
  isStale: (origin: string) => boolean
  onOrigin: (origin: string) => void
}

/** One connection to one watcher. It offers, sends and takes nothing: what a watcher offers is not looked at. */
export function createWatchSender(options: WatchSenderOptions): WatchSender {
  const { createPeerConnection, clock, start, tracks, send, onConnection, onError, isStale, onOrigin } = options
  const pc = createPeerConnection(watchConfigurationOf(start))
  const take = negotiate(pc, { polite: false, clock, send, onError })
  pc.onconnectionstatechange = () => onConnection(pc.connectionState)
  const audio = pc.addTransceiver(tracks.audio, { direction: 'sendonly' }).sender
  const video = pc.addTransceiver(tracks.video, {
    direction: 'sendonly',
    sendEncodings: [{ maxBitrate: VIDEO_MAX_BPS }],
  }).sender

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
      await Promise.all([audio.replaceTrack(next.audio), video.replaceTrack(next.video)]).catch(onError)
    },
    restart(next) {
      pc.setConfiguration(watchConfigurationOf(next))
      pc.restartIce()
    },
    close: () => hangUp(pc),
  }
}
