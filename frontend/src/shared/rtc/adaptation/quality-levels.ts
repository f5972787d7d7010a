import type { LinkStep } from '@kla/proto/web'
import { type Reading, sendingBandOf } from './bands.js'

/** Bits per second, and a scale where 1 is full size. */
export interface SendingLimits {
  readonly maxBitrate?: number
  readonly scaleResolutionDownBy: number
  readonly maxFramerate?: number
  readonly active: boolean
}

interface QualityLevel {
  readonly step: LinkStep
  readonly limits: SendingLimits
}

/** Levels from full video down to audio alone. */
export const QUALITY_LEVELS: readonly QualityLevel[] = [
  { step: 'restored', limits: { scaleResolutionDownBy: 1, active: true } },
  { step: 'bitrate', limits: { maxBitrate: 400_000, scaleResolutionDownBy: 1, active: true } },
  { step: 'size', limits: { maxBitrate: 250_000, scaleResolutionDownBy: 2, active: true } },
  { step: 'frame-rate', limits: { maxBitrate: 120_000, scaleResolutionDownBy: 2, maxFramerate: 10, active: true } },
  { step: 'sound-only', limits: { scaleResolutionDownBy: 2, active: false } },
]
export const SOUND_ONLY = QUALITY_LEVELS.length - 1

/** Present level and when it may change. */
export interface Quality {
  readonly level: number
  readonly poorSince: number | null
  readonly goodSince: number | null
  readonly changedAt: number | null
  readonly raisedAt: number | null
  /** Good time before raising; doubles after a quick relapse. */
  readonly raiseAfterMs: number
}

const LOWER_AFTER_MS = 4_000
/** Time until a level's effect shows. */
const SETTLES_MS = 6_000
const RAISE_AFTER_MS = 12_000
const RAISE_AFTER_MAX_MS = 96_000
const RELAPSE_WITHIN_MS = 20_000
/** Random loss is not caused by the video, given up only if it would not arrive. */
const SEVERE = { lossPercent: 20, sendKbps: 60, rttMs: 1_500 } as const

export const FULL_QUALITY: Quality = {
  level: 0,
  poorSince: null,
  goodSince: null,
  changedAt: null,
  raisedAt: null,
  raiseAfterMs: RAISE_AFTER_MS,
}

const isSevere = ({ lossOutPercent, sendKbps, rttMs }: Reading): boolean =>
  lossOutPercent >= SEVERE.lossPercent || (sendKbps ?? Infinity) < SEVERE.sendKbps || (rttMs ?? 0) >= SEVERE.rttMs

/** Moves one level, and only on sufficient data. */
export function nextQuality(quality: Quality, reading: Reading, nowMs: number): Quality {
  const band = sendingBandOf(reading)
  const poorSince = band === 'poor' ? (quality.poorSince ?? nowMs) : null
  const goodSince = band === 'excellent' || band === 'good' ? (quality.goodSince ?? nowMs) : null
  const watched = { ...quality, poorSince, goodSince }
  const settled = quality.changedAt === null || nowMs - quality.changedAt >= SETTLES_MS
  if (!settled) return watched

  const next = quality.level + 1
  const mayLower = next < SOUND_ONLY || (next === SOUND_ONLY && isSevere(reading))
  const changed = { ...watched, poorSince: null, goodSince: null, changedAt: nowMs }
  if (poorSince !== null && nowMs - poorSince >= LOWER_AFTER_MS && mayLower) {
    const again = quality.raisedAt !== null && nowMs - quality.raisedAt < RELAPSE_WITHIN_MS
    const raiseAfterMs = again ? Math.min(RAISE_AFTER_MAX_MS, 2 * quality.raiseAfterMs) : RAISE_AFTER_MS
    return { ...changed, level: next, raiseAfterMs }
  }
  if (goodSince !== null && nowMs - goodSince >= quality.raiseAfterMs && quality.level > 0) {
    return { ...changed, level: quality.level - 1, raisedAt: nowMs }
  }
  return watched
}
