import type { Codecs } from '../../../src/shared/rtc/codecs.js'

let connections = 0

/** Codecs of a browser that names none. */
export const ordinaryCodecs = (): Codecs => ({ order: () => [], lighten: () => undefined })

/**
 * The part of RTCPeerConnection that negotiation uses, with the rules of its signalling states (W3C webrtc-pc, 4.3): an
 * offer is accepted in `stable`, or in `have-local-offer` by rolling back; an answer only in `have-local-offer`.
 */
export class FakePeerConnection {
  signalingState: RTCSignalingState = 'stable'
  connectionState: RTCPeerConnectionState = 'new'
  localDescription: RTCSessionDescription | null = null
  remoteDescription: RTCSessionDescription | null = null
  currentRemoteDescription: RTCSessionDescription | null = null
  onnegotiationneeded: (() => unknown) | null = null
  onicecandidate: ((event: { candidate: unknown }) => unknown) | null = null
  onconnectionstatechange: (() => unknown) | null = null
  ontrack: ((event: { track: { kind: string } }) => unknown) | null = null
  readonly number = ++connections
  readonly candidates: RTCIceCandidateInit[] = []
  readonly channel = {
    readyState: 'connecting',
    sent: [] as string[],
    onopen: null as (() => void) | null,
    onmessage: null as ((event: { data: unknown }) => void) | null,
    send(text: string) {
      this.sent.push(text)
    },
  }
  /** True if the encoder was on, after each change of its parameters. */
  readonly activity: (boolean | undefined)[] = []
  readonly senders: {
    track: unknown
    parameters: { encodings: RTCRtpEncodingParameters[]; codecs?: { mimeType: string }[] }
  }[] = []
  /** Codecs that the page asked for, by sender. */
  readonly preferred = new Map<unknown, readonly unknown[]>()
  /** Directions of the requested transceivers. */
  readonly directions: (RTCRtpTransceiverDirection | undefined)[] = []
  configuration: RTCConfiguration
  restarts = 0
  rollbacks = 0
  closed = false
  report: { type: string; id: string; [field: string]: unknown }[] = []
  private version = 0

  constructor(configuration: RTCConfiguration = {}) {
    this.configuration = configuration
  }

  /** The user name fragment of this side's candidates. */
  get ufrag() {
    return `u${this.number}`
  }

  private describe(type: RTCSdpType) {
    const sdp = `v=0\r\no=- ${this.number} ${++this.version} IN IP4 0.0.0.0\r\na=ice-ufrag:${this.ufrag}\r\n`
    return { type, sdp } as RTCSessionDescription
  }

  async setLocalDescription() {
    await Promise.resolve()
    const answers = this.signalingState === 'have-remote-offer'
    if (answers) this.currentRemoteDescription = this.remoteDescription
    this.localDescription = this.describe(answers ? 'answer' : 'offer')
    this.signalingState = answers ? 'stable' : 'have-local-offer'
  }

  async setRemoteDescription(description: RTCSessionDescriptionInit) {
    await Promise.resolve()
    if (description.type === 'offer') {
      if (this.signalingState === 'have-local-offer') this.rollbacks++
      this.signalingState = 'have-remote-offer'
    } else {
      if (this.signalingState !== 'have-local-offer') throw new Error('InvalidStateError')
      this.signalingState = 'stable'
    }
    this.remoteDescription = description as RTCSessionDescription
    if (description.type === 'answer') this.currentRemoteDescription = this.remoteDescription
  }

  async addIceCandidate(candidate: RTCIceCandidateInit) {
    if (!this.remoteDescription?.sdp.includes(`a=ice-ufrag:${candidate.usernameFragment}\r\n`)) {
      throw new Error('OperationError')
    }
    this.candidates.push(candidate)
  }

  /** Finds a candidate of this side. */
  gather() {
    const init = { candidate: `candidate:${this.number}`, sdpMid: '0', usernameFragment: this.ufrag }
    this.onicecandidate?.({ candidate: { ...init, toJSON: () => init } })
  }

  becomes(state: RTCPeerConnectionState) {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }

  addTrack(track: unknown) {
    const sender = {
      track,
      parameters: { encodings: [{}] as RTCRtpEncodingParameters[] },
      async replaceTrack(next: unknown) {
        sender.track = next
      },
      getParameters: () => sender.parameters,
      setParameters: async (next: { encodings: RTCRtpEncodingParameters[] }) => {
        sender.parameters = next
        this.activity.push(next.encodings[0]?.active)
      },
    }
    this.senders.push(sender)
    // As in a browser, after the present task.
    if (this.senders.length === 1) queueMicrotask(() => void this.onnegotiationneeded?.())
    return sender
  }

  addTransceiver(track: unknown, { direction }: RTCRtpTransceiverInit) {
    this.directions.push(direction)
    return { sender: this.addTrack(track) }
  }

  getTransceivers() {
    return this.senders.map((sender) => ({
      sender,
      setCodecPreferences: (codecs: readonly unknown[]) => void this.preferred.set(sender.track, codecs),
    }))
  }

  createDataChannel() {
    return this.channel
  }

  setConfiguration(configuration: RTCConfiguration) {
    this.configuration = configuration
  }

  restartIce() {
    this.restarts++
    void this.onnegotiationneeded?.()
  }

  async getStats() {
    return new Map(this.report.map((entry) => [entry.id, entry]))
  }

  close() {
    this.closed = true
    this.connectionState = 'closed'
  }

  /** Where something expects the real thing. */
  asReal() {
    return this as unknown as RTCPeerConnection
  }
}
