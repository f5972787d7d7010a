import { LINK_BANDS, LINK_LOST_AFTER_MS, LINK_THRESHOLDS, type LinkBand } from '@kla/proto/web'
import type { Sample } from './sample.js'

/** Change between two samples; losses are smoothed. */
export interface Reading {
  readonly rttMs: number | null
  readonly lossInPercent: number
  readonly lossOutPercent: number
  readonly jitterMs: number | null
  readonly frozenPercent: number
  readonly fps: number | null
  readonly sendKbps: number | null
  /** Milliseconds since the last packet. */
  readonly silentMs: number
  readonly stillMs: number
  readonly route: 'direct' | 'relayed' | null
}

/** Weights of a new value, as in LiveKit's score: down fast, up slowly. */
const SMOOTHING = { worse: 0.7, better: 0.4 } as const

const smoothed = (before: number | undefined, now: number): number => {
  if (before === undefined) return now
  const factor = now > before ? SMOOTHING.worse : SMOOTHING.better
  return factor * now + (1 - factor) * before
}

const percentLost = (lost: number, arrived: number): number =>
  lost <= 0 || lost + arrived <= 0 ? 0 : (100 * lost) / (lost + arrived)

export function readingOf(before: Sample | null, now: Sample, last: Reading | null): Reading {
  const { rttMs, jitterMs, fps, sendKbps, via } = now
  const passedMs = before === null ? 0 : now.atMs - before.atMs
  const received = now.received - (before?.received ?? 0)
  const sent = now.sent - (before?.sent ?? 0)
  const lostSent = Math.min(sent, Math.max(0, now.lostSent - (before?.lostSent ?? 0)))
  const frozenMs = now.frozenMs - (before?.frozenMs ?? now.frozenMs)
  const isStill = now.frames > 0 && now.frames <= (before?.frames ?? 0)
  return {
    rttMs,
    jitterMs,
    fps,
    sendKbps,
    lossInPercent: smoothed(last?.lossInPercent, percentLost(now.lost - (before?.lost ?? 0), received)),
    lossOutPercent:
      received <= 0
        ? (last?.lossOutPercent ?? 0)
        : smoothed(last?.lossOutPercent, percentLost(lostSent, sent - lostSent)),
    frozenPercent: passedMs <= 0 ? 0 : Math.min(100, (100 * frozenMs) / passedMs),
    silentMs: silentMsOf(now, received, (last?.silentMs ?? 0) + passedMs),
    stillMs: isStill ? (last?.stillMs ?? 0) + passedMs : 0,
    route: via === null ? null : via === 'relay' ? 'relayed' : 'direct',
  }
}

/** Audio comes every 20 ms; a shorter silence is none. */
const SILENT_FROM_MS = 500

function silentMsOf({ received: all, unheardMs }: Sample, received: number, bySamplesMs: number): number {
  if (all === 0) return 0
  if (unheardMs === null) return received > 0 ? 0 : bySamplesMs
  return unheardMs < SILENT_FROM_MS ? 0 : unheardMs
}

interface Measures {
  readonly rttMs: number | null
  readonly lossPercent: number
  readonly jitterMs: number | null
  readonly frozenPercent: number
  readonly sendKbps: number | null
}

const CONNECTED = ['excellent', 'good', 'fair'] as const

const judge = ({ rttMs, lossPercent, jitterMs, frozenPercent, sendKbps }: Measures): LinkBand =>
  CONNECTED.find((band) => {
    const limit = LINK_THRESHOLDS[band]
    return (
      (rttMs ?? 0) <= limit.rttMs &&
      lossPercent <= limit.lossPercent &&
      (jitterMs ?? 0) <= limit.jitterMs &&
      frozenPercent <= limit.frozenPercent &&
      (sendKbps ?? Infinity) >= limit.sendKbps
    )
  }) ?? 'poor'

/** Rates the worse direction; null without a round trip. */
export function bandOf(reading: Reading): LinkBand | null {
  if (reading.silentMs >= LINK_LOST_AFTER_MS) return 'lost'
  if (reading.rttMs === null) return null
  return judge({ ...reading, lossPercent: Math.max(reading.lossInPercent, reading.lossOutPercent) })
}

/** Rates what this side sends. */
export const sendingBandOf = ({ rttMs, lossOutPercent, sendKbps }: Reading): LinkBand =>
  judge({ rttMs, lossPercent: lossOutPercent, jitterMs: null, frozenPercent: 0, sendKbps })

export const isWeak = (band: LinkBand | null): boolean =>
  band !== null && LINK_BANDS.indexOf(band) >= LINK_BANDS.indexOf('fair')
