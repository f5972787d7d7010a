import type { StartPeersData, StartWatchPeersData } from '@kla/proto/web'
import type { Clock } from '../realtime/clock.js'
import { type MediaState, readMediaState } from './media-state.js'
import { negotiate } from './negotiation.js'
import type { Signal } from './signal.js'
import type { SentTracks } from './patches.js'

/** A negotiated channel: neither side has to announce it. */
const STATE_CHANNEL = { label: 'kla-state', id: 0 } as const

export type CreatePeerConnection = (configuration: RTCConfiguration) => RTCPeerConnection

interface PeerOptions {
  clock: Clock
  createPeerConnection: CreatePeerConnection
  createStream: () => MediaStream
  start: StartPeersData
  tracks: SentTracks
  mediaState: MediaState
  send: (signal: Signal) => void
  onTrack: (track: MediaStreamTrack) => void
  onConnection: (state: RTCPeerConnectionState) => void
  onRemoteState: (state: MediaState) => void
  onError: (error: unknown) => void
}

export interface Peer {
  /** Its tracks are added as they arrive. */
  readonly stream: MediaStream
  receive(signal: Signal): Promise<void>
  replaceTracks(tracks: SentTracks): Promise<void>
  sendState(state: MediaState): void
  /** Restarts ICE with these servers. */
  restart(start: StartPeersData): void
  stats(): Promise<RTCStatsReport>
  close(): void
}

const configurationOf = ({ iceServers, iceTransportPolicy }: StartPeersData): RTCConfiguration => ({
  iceServers,
  iceTransportPolicy,
  bundlePolicy: 'max-bundle',
})

export function createPeer(options: PeerOptions): Peer {
  const { clock, createPeerConnection, createStream, start, send, onTrack, onConnection, onRemoteState, onError } = options
  const pc = createPeerConnection(configurationOf(start))
  const stream = createStream()
  let mediaState = options.mediaState

  const receive = negotiate(pc, { polite: start.polite, clock, send, onError })
  // Not `addTransceiver`: only tracks of `addTrack` are matched with the sections of the other side's offer.
  const add = (kind: 'audio' | 'video') => {
    const track = options.tracks[kind]
    return track === null ? pc.addTransceiver(kind).sender : pc.addTrack(track)
  }
  const audio = add('audio')
  const video = add('video')

  const channel = pc.createDataChannel(STATE_CHANNEL.label, { negotiated: true, id: STATE_CHANNEL.id })
  const sendState = (state: MediaState) => {
    mediaState = state
    if (channel.readyState === 'open') channel.send(JSON.stringify(mediaState))
  }
  channel.onopen = () => sendState(mediaState)
  channel.onmessage = ({ data }) => {
    const state = readMediaState(data)
    if (state !== null) onRemoteState(state)
  }

  pc.ontrack = ({ track }) => {
    stream.addTrack(track)
    onTrack(track)
  }
  pc.onconnectionstatechange = () => onConnection(pc.connectionState)

  return {
    stream,
    receive,
    async replaceTracks(tracks) {
      await Promise.all([replaceTrack(audio, tracks.audio, onError), replaceTrack(video, tracks.video, onError)])
    },
    sendState,
    restart(next) {
      pc.setConfiguration(configurationOf(next))
      pc.restartIce()
    },
    stats: () => pc.getStats(),
    close() {
      pc.onconnectionstatechange = null
      pc.onnegotiationneeded = null
      pc.onicecandidate = null
      pc.ontrack = null
      channel.onmessage = null
      pc.close()
    },
  }
}

/** Sends nothing if the track cannot take its place: least of all the one before. */
export async function replaceTrack(
  sender: Pick<RTCRtpSender, 'replaceTrack'>,
  track: MediaStreamTrack | null,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await sender.replaceTrack(track)
  } catch (error) {
    onError(error)
    await sender.replaceTrack(null).catch(onError)
  }
}

export const watchConfigurationOf = ({
  iceServers,
  iceTransportPolicy,
}: Pick<StartWatchPeersData, 'iceServers' | 'iceTransportPolicy'>): RTCConfiguration => ({
  iceServers,
  iceTransportPolicy,
  bundlePolicy: 'max-bundle',
})

/** Removes every handler before closing: late events reach nobody. */
export function hangUp(pc: RTCPeerConnection): void {
  pc.onconnectionstatechange = null
  pc.onnegotiationneeded = null
  pc.onicecandidate = null
  pc.ontrack = null
  pc.close()
}
