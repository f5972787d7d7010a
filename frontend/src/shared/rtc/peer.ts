import type { StartPeersData, StartWatchPeersData } from '@kla/proto/web'
import type { Clock } from '../realtime/clock.js'
import type { SendingLimits } from './adaptation/quality-levels.js'
import type { LinkReport } from './adaptation/report.js'
import { type Codecs, isSparing, lightest, preferCodecs } from './codecs.js'
import { type MediaState, readState, writeState } from './media-state.js'
import { negotiate } from './negotiation.js'
import { limitsFor, type PaneSize } from './pane-size.js'
import type { SentTracks } from './patches.js'
import type { Signal } from './signal.js'

/** Negotiated: neither side announces it. */
const STATE_CHANNEL = { label: 'kla-state', id: 0 } as const

export type CreatePeerConnection = (configuration: RTCConfiguration) => RTCPeerConnection

interface PeerOptions {
  clock: Clock
  createPeerConnection: CreatePeerConnection
  createStream: () => MediaStream
  codecs: Codecs
  start: StartPeersData
  tracks: SentTracks
  mediaState: MediaState
  /** How large the other picture is shown here. */
  pane: PaneSize
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
  sendPane(pane: PaneSize): void
  limit(limits: SendingLimits): Promise<void>
  /** Sends a key frame by restarting the encoder. */
  sendWholePicture(): Promise<void>
  /** Most bits per second that this side allows itself. */
  maxBitrate(): number
  /** Sends with a codec that every device encodes, from now on. */
  lighten(): Promise<void>
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
  let { pane } = options

  const receive = negotiate(pc, { ...options, polite: start.polite })
  // Only `addTrack` tracks match the other offer's sections.
  const add = (kind: 'audio' | 'video') => {
    const track = options.tracks[kind]
    return track === null ? pc.addTransceiver(kind).sender : pc.addTrack(track)
  }
  const audio = add('audio')
  const video = add('video')
  preferCodecs(pc, video, options.codecs)

  let limits: SendingLimits = { scaleResolutionDownBy: 1, active: true }
  let theirPane: PaneSize = 'large'
  let light = false
  let maxBitrate = Infinity
  let encoding = Promise.resolve()
  let encodingDue = false
  const encodeNow = async (paused: boolean) => {
    const parameters = video.getParameters()
    const [encoding] = parameters.encodings
    if (encoding === undefined) return
    // Empty until negotiated.
    const codecs = (parameters as Partial<RTCRtpSendParameters>).codecs ?? []
    const codec = light ? lightest(codecs) : codecs[0]
    const given = limitsFor(limits, theirPane, isSparing(codec))
    delete encoding.maxFramerate
    Object.assign(encoding, given, paused && { active: false }, light && codec && { codec })
    await video.setParameters(parameters)
    maxBitrate = given.maxBitrate ?? Infinity
  }
  /** One after the other: parameters must be those read last. */
  const encode = (paused = false) => {
    encoding = encoding.catch(() => undefined).then(() => encodeNow(paused))
    return encoding
  }
  const encodeSoon = () => {
    if (encodingDue) return
    encodingDue = true
    const done = () => (encodingDue = false)
    void encode().then(done, (error: unknown) => {
      done()
      onError(error)
    })
  }

  const channel = pc.createDataChannel(STATE_CHANNEL.label, { negotiated: true, id: STATE_CHANNEL.id })
  const sendMessage = () => {
    if (channel.readyState === 'open') channel.send(writeState({ media: mediaState, link: report, pane }))
  }
  channel.onopen = sendMessage
  channel.onmessage = ({ data }) => {
    const state = readState(data)
    if (state === null) return
    onRemoteState(state.media)
    if (state.pane !== theirPane) {
      theirPane = state.pane
      encodeSoon()
    }
    if (state.link !== null) onReport(state.link)
  }

  pc.ontrack = ({ track }) => {
    stream.addTrack(track)
    onTrack(track)
  }
  pc.onconnectionstatechange = () => {
    // Now the codec is known.
    if (pc.connectionState === 'connected') encodeSoon()
    onConnection(pc.connectionState)
  }

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
    sendPane(next) {
      if (next === pane) return
      pane = next
      sendMessage()
    },
    limit(next) {
      limits = next
      return encode()
    },
    async sendWholePicture() {
      if (!limits.active || theirPane === 'none') return
      await encode(true)
      // The limits may have changed meanwhile.
      await encode()
    },
    maxBitrate: () => maxBitrate,
    lighten() {
      options.codecs.lighten()
      light = true
      return encode()
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
