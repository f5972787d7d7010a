import type { MediaRoute } from '@kla/proto/web'

/** As shown beside the opponent's name. Zero: unknown. */
type Bars = 0 | 1 | 2 | 3

export interface Quality {
  bars: Bars
  rttMs: number | null
  lossPercent: number
  /** `relayed`: through a TURN server. */
  route: 'direct' | 'relayed' | null
}

export interface QualitySample {
  rttMs: number | null
  received: number
  lost: number
  via: MediaRoute | null
}

export const UNKNOWN_QUALITY: Quality = { bars: 0, rttMs: null, lossPercent: 0, route: null }

/** Delay is noticed from 150 ms one way, and the picture breaks up at some percent of loss (ITU-T G.114, G.1070). */
const GOOD = { rttMs: 200, lossPercent: 2 } as const
const FAIR = { rttMs: 400, lossPercent: 8 } as const

const within = (limit: typeof GOOD | typeof FAIR, rttMs: number, lossPercent: number) =>
  rttMs <= limit.rttMs && lossPercent <= limit.lossPercent

export function judgeQuality(before: QualitySample | null, now: QualitySample): Quality {
  const received = Math.max(0, now.received - (before?.received ?? 0))
  const lost = Math.max(0, now.lost - (before?.lost ?? 0))
  const lossPercent = received + lost === 0 ? 0 : (100 * lost) / (received + lost)
  const { rttMs, via } = now
  const route = via === null ? null : via === 'relay' ? 'relayed' : 'direct'
  if (rttMs === null) return { ...UNKNOWN_QUALITY, route }
  const bars = within(GOOD, rttMs, lossPercent) ? 3 : within(FAIR, rttMs, lossPercent) ? 2 : 1
  return { bars, rttMs, lossPercent, route }
}

interface StatsEntry {
  type: string
  id: string
  [field: string]: unknown
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0)

export function readStats(entries: Iterable<StatsEntry>): QualitySample {
  const byId = new Map<unknown, StatsEntry>()
  for (const entry of entries) byId.set(entry.id, entry)
  const all = [...byId.values()]
  const transport = all.find(({ type }) => type === 'transport')
  const pair =
    byId.get(transport?.selectedCandidatePairId) ??
    all.find(({ type, nominated, state }) => type === 'candidate-pair' && nominated === true && state === 'succeeded')
  const types = [pair?.localCandidateId, pair?.remoteCandidateId].map((id) => byId.get(id)?.candidateType)
  const inbound = all.filter(({ type }) => type === 'inbound-rtp')
  const rtt = pair?.currentRoundTripTime
  return {
    rttMs: typeof rtt === 'number' ? Math.round(rtt * 1000) : null,
    received: inbound.reduce((sum, { packetsReceived }) => sum + count(packetsReceived), 0),
    lost: inbound.reduce((sum, { packetsLost }) => sum + count(packetsLost), 0),
    via: pair === undefined ? null : routeOf(types),
  }
}

const routeOf = (types: readonly unknown[]): MediaRoute =>
  types.includes('relay') ? 'relay' : types.every((type) => type === 'host') ? 'host' : 'srflx'
