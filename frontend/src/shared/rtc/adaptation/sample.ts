import type { MediaRoute } from '@kla/proto/web'

/** Connection statistics; counters rise from its beginning. */
export interface Sample {
  readonly atMs: number
  readonly rttMs: number | null
  readonly received: number
  /** Milliseconds since the last packet; null if unknown. */
  readonly unheardMs: number | null
  readonly lost: number
  readonly sent: number
  /** Reported by the opponent (RTCP). */
  readonly lostSent: number
  /** Audio only: video packets come in bursts. */
  readonly jitterMs: number | null
  readonly frames: number
  readonly frozenMs: number
  readonly fps: number | null
  /** Null unless the network limits the video. */
  readonly sendKbps: number | null
  /** True if the processor limits the video. */
  readonly strained: boolean
  readonly via: MediaRoute | null
  readonly relay: string | null
}

interface StatsEntry {
  type: string
  id: string
  [field: string]: unknown
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0)
const numberOrNull = (value: unknown, scale = 1) => (typeof value === 'number' ? Math.round(value * scale) : null)
const sum = (entries: readonly StatsEntry[], field: string) =>
  entries.reduce((total, entry) => total + count(entry[field]), 0)

/** Encoders aim a little below their maximum. */
const NEARLY = 0.9

/** `maxBitrate`: what this side allows itself; an encoder that it limits says the same as one on a narrow network. */
export function readSample(entries: Iterable<StatsEntry>, atMs: number, maxBitrate = Infinity): Sample {
  const byId = new Map<unknown, StatsEntry>()
  for (const entry of entries) byId.set(entry.id, entry)
  const all = [...byId.values()]
  const ofType = (wanted: string) => all.filter(({ type }) => type === wanted)
  const pair =
    byId.get(ofType('transport')[0]?.selectedCandidatePairId) ??
    ofType('candidate-pair').find(({ nominated, state }) => nominated === true && state === 'succeeded')
  const [local, remote] = [byId.get(pair?.localCandidateId), byId.get(pair?.remoteCandidateId)]
  const inbound = ofType('inbound-rtp')
  const outbound = ofType('outbound-rtp')
  const [sound, picture] = ['audio', 'video'].map((kind) => inbound.find((entry) => entry.kind === kind))
  const limitedBy = (reason: string) => outbound.filter((entry) => entry.qualityLimitationReason === reason)
  const limited = limitedBy('bandwidth').some(({ targetBitrate }) => count(targetBitrate) < NEARLY * maxBitrate)
  return {
    atMs,
    rttMs: numberOrNull(pair?.currentRoundTripTime, 1000),
    received: sum(inbound, 'packetsReceived'),
    unheardMs: unheardMsOf(inbound),
    lost: sum(inbound, 'packetsLost'),
    sent: sum(outbound, 'packetsSent'),
    lostSent: sum(ofType('remote-inbound-rtp'), 'packetsLost'),
    jitterMs: numberOrNull(sound?.jitter, 1000),
    frames: count(picture?.framesDecoded),
    frozenMs: count(picture?.totalFreezesDuration) * 1000,
    fps: numberOrNull(picture?.framesPerSecond),
    sendKbps: limited ? numberOrNull(pair?.availableOutgoingBitrate, 0.001) : null,
    strained: limitedBy('cpu').length > 0,
    via: pair === undefined ? null : routeOf([local?.candidateType, remote?.candidateType]),
    relay: local?.candidateType === 'relay' && typeof local.url === 'string' ? local.url : null,
  }
}

function unheardMsOf(inbound: readonly StatsEntry[]): number | null {
  const all = inbound.flatMap(({ timestamp, lastPacketReceivedTimestamp: last }) =>
    typeof timestamp === 'number' && typeof last === 'number' ? [Math.max(0, timestamp - last)] : [],
  )
  return all.length === 0 ? null : Math.min(...all)
}

const routeOf = (types: readonly unknown[]): MediaRoute =>
  types.includes('relay') ? 'relay' : types.every((type) => type === 'host') ? 'host' : 'srflx'
