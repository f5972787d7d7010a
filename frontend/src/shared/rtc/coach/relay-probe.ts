import type { StartPeersData } from '@kla/proto/web'
import type { Clock } from '../../realtime/clock.js'
import type { CreatePeerConnection } from '../peer.js'
import { hangUp } from '../peer.js'
import type { Witness } from './side.js'

const EVERY_MS = 100
/** Later is lost. */
const ARRIVES_WITHIN_MS = 1_000
const WINDOW_MS = 5_000
const CONNECTS_WITHIN_MS = 4_000
const ENOUGH = 15
const KEPT = 100
/** In bytes: a channel that stalls is not fed. */
const STALLED = 500
const UNREACHABLE = { rttMs: CONNECTS_WITHIN_MS, lossPercent: 100 } as const

export interface RelayProbe {
  /** Null while too little is known. */
  result(): Witness['relay']
  close(): void
}

interface ProbeOptions {
  readonly createPeerConnection: CreatePeerConnection
  readonly clock: Clock
  readonly start: StartPeersData
  readonly onError: (error: unknown) => void
}

/**
 * Sends small numbered messages from this page through the relay to itself: that crosses this player's own access, there and back,
 * and nothing of the opponent's.
 */
export function createRelayProbe({ createPeerConnection, clock, start, onError }: ProbeOptions): RelayProbe {
  const configuration: RTCConfiguration = { iceServers: start.iceServers, iceTransportPolicy: 'relay' }
  const [near, far] = [createPeerConnection(configuration), createPeerConnection(configuration)]
  const beganAt = clock.now()
  const sent = new Map<number, { readonly at: number; tookMs: number | null }>()
  let number = 0
  let stop = () => {}

  const passCandidates = (from: RTCPeerConnection, to: RTCPeerConnection) => {
    from.onicecandidate = ({ candidate }) => {
      if (candidate) void to.addIceCandidate(candidate).catch(onError)
    }
  }
  const connect = async () => {
    await near.setLocalDescription()
    await far.setRemoteDescription(near.localDescription!)
    await far.setLocalDescription()
    await near.setRemoteDescription(far.localDescription!)
  }

  const channel = near.createDataChannel('probe', { ordered: false, maxRetransmits: 0 })
  const send = () => {
    sent.set(++number, { at: clock.now(), tookMs: null })
    sent.delete(number - KEPT)
    if (channel.bufferedAmount < STALLED) channel.send(String(number))
    stop = clock.after(EVERY_MS, send)
  }
  channel.onopen = send
  channel.onclose = () => stop()
  far.ondatachannel = ({ channel: arriving }) => {
    arriving.onmessage = ({ data }) => {
      const message = sent.get(Number(data))
      if (message) message.tookMs = clock.now() - message.at
    }
  }
  passCandidates(near, far)
  passCandidates(far, near)
  void connect().catch(onError)

  return {
    result() {
      const now = clock.now()
      const judged = [...sent.values()].filter(({ at }) => at > now - WINDOW_MS && at <= now - ARRIVES_WITHIN_MS)
      if (number === 0) return now - beganAt > CONNECTS_WITHIN_MS ? UNREACHABLE : null
      if (judged.length < ENOUGH) return null
      const arrived = judged.flatMap(({ tookMs }) => (tookMs !== null && tookMs <= ARRIVES_WITHIN_MS ? [tookMs] : []))
      const median = arrived.sort((a, b) => a - b)[Math.floor(arrived.length / 2)] ?? ARRIVES_WITHIN_MS
      return { rttMs: median, lossPercent: (100 * (judged.length - arrived.length)) / judged.length }
    },
    close() {
      channel.onopen = null
      stop()
      hangUp(near)
      hangUp(far)
    },
  }
}
