import type { StartPeersData, StartWatchPeersData } from '@kla/proto/web'
import type { Clock } from '../realtime/clock.js'
import type { SendingLimits } from './adaptation/quality-levels.js'
import type { LinkReport } from './adaptation/report.js'
import { type MediaState, readState, writeState } from './media-state.js'
import { negotiate } from './negotiation.js'
import type { SentTracks } from './patches.js'
import type { Signal } from './signal.js'

/** Negotiated: neither side announces it. */
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
  onReport: (report: LinkReport) => void
  offersFirst?: boolean
  onCollision: () => void
  onError: (error: unknown) => void
}

/** One peer connection with the opponent. */
export interface Peer {
  readonly stream: MediaStream
  receive(signal: Signal): Promise<void>
  replaceTracks(tracks: SentTracks): Promise<void>
  sendState(state: MediaState): void
  sendReport(report: LinkReport): void
  limit(limits: SendingLimits): Promise<void>
  /** Sends a key frame by restarting the encoder. */
  sendWholePicture(): Promise<void>
  state(): RTCPeerConnectionState
  /** Sets the servers for the next restart. */
  configure(start: StartPeersData): void
  restart(): void
  stats(): Promise<RTCStatsReport>
  close(): void
}

const configurationOf = ({ iceServers, iceTransportPolicy }: StartPeersData): RTCConfiguration => ({
  iceServers,
  iceTransportPolicy,
  bundlePolicy: 'max-bundle',
})

export function createPeer(options: PeerOptions): Peer {
  const { createPeerConnection, createStream, start, onTrack, onConnection, onRemoteState, onReport, onError } = options
  const pc = createPeerConnection(configurationOf(start))
  const stream = createStream()
  let mediaState = options.mediaState
  let report: LinkReport | null = null

  const receive = negotiate(pc, { ...options, polite: start.polite })
  // Only `addTrack` tracks match the other offer's sections.
  const add = (kind: 'audio' | 'video') => {
    const track = options.tracks[kind]
    return track === null ? pc.addTransceiver(kind).sender : pc.addTrack(track)
  }
  const audio = add('audio')
  const video = add('video')

  let limits: SendingLimits = { scaleResolutionDownBy: 1, active: true }
  const encodeWithin = async (given: SendingLimits) => {
    const parameters = video.getParameters()
    const [encoding] = parameters.encodings
    if (encoding === undefined) return
    delete encoding.maxBitrate
    delete encoding.maxFramerate
    Object.assign(encoding, given)
    await video.setParameters(parameters)
  }

  const channel = pc.createDataChannel(STATE_CHANNEL.label, { negotiated: true, id: STATE_CHANNEL.id })
  const sendMessage = () => {
    if (channel.readyState === 'open') channel.send(writeState({ media: mediaState, link: report }))
  }
  channel.onopen = sendMessage
  channel.onmessage = ({ data }) => {
    const state = readState(data)
    if (state === null) return
    onRemoteState(state.media)
    if (state.link !== null) onReport(state.link)
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
    sendState(state) {
      mediaState = state
      sendMessage()
    },
    sendReport(next) {
      report = next
      sendMessage()
    },
    async limit(next) {
      limits = next
      await encodeWithin(limits)
    },
    async sendWholePicture() {
      if (!limits.active) return
      await encodeWithin({ ...limits, active: false })
      // The limits may have changed meanwhile.
      await encodeWithin(limits)
    },
    state: () => pc.connectionState,
    configure: (next) => pc.setConfiguration(configurationOf(next)),
    restart: () => pc.restartIce(),
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

/** Sends nothing rather than the old track. */
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

/** Removes every handler first, so that late events are ignored. */
export function hangUp(pc: RTCPeerConnection): void {
  pc.onconnectionstatechange = null
  pc.onnegotiationneeded = null
  pc.onicecandidate = null
  pc.ontrack = null
  pc.close()
}
