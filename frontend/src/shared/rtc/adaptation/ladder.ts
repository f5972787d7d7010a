import type { LinkStep } from '@kla/proto/web'
import { type Reading, sendingBandOf } from './bands.js'

/** Bits per second, and a scale where 1 is full size. */
export interface SendingLimits {
  readonly maxBitrate?: number
  readonly scaleResolutionDownBy: number
  readonly maxFramerate?: number
  readonly active: boolean
}

interface Rung {
  readonly step: LinkStep
  readonly limits: SendingLimits
}

/** Steps from full video down to audio alone. */
export const RUNGS: readonly Rung[] = [
  { step: 'restored', limits: { scaleResolutionDownBy: 1, active: true } },
  { step: 'bitrate', limits: { maxBitrate: 400_000, scaleResolutionDownBy: 1, active: true } },
  { step: 'size', limits: { maxBitrate: 250_000, scaleResolutionDownBy: 2, active: true } },
  { step: 'frame-rate', limits: { maxBitrate: 120_000, scaleResolutionDownBy: 2, maxFramerate: 10, active: true } },
  { step: 'sound-only', limits: { scaleResolutionDownBy: 2, active: false } },
]
export const SOUND_ONLY = RUNGS.length - 1

/** Present step and when it may change. */
export interface Ladder {
  readonly rung: number
  readonly poorSince: number | null
  readonly goodSince: number | null
  readonly changedAt: number | null
  readonly climbedAt: number | null
  /** Good time before stepping up; doubles after a quick relapse. */
  readonly climbAfterMs: number
}

const DOWN_AFTER_MS = 4_000
/** Time until a step's effect shows. */
const SETTLES_MS = 6_000
const CLIMB_AFTER_MS = 12_000
const CLIMB_AFTER_MAX_MS = 96_000
const FELL_AGAIN_MS = 20_000
/** Random loss is not caused by the video, given up only if it would not arrive. */
const SEVERE = { lossPercent: 20, sendKbps: 60, rttMs: 1_500 } as const

export const TOP: Ladder = {
  rung: 0,
  poorSince: null,
  goodSince: null,
  changedAt: null,
  climbedAt: null,
  climbAfterMs: CLIMB_AFTER_MS,
}

const isSevere = ({ lossOutPercent, sendKbps, rttMs }: Reading): boolean =>
  lossOutPercent >= SEVERE.lossPercent || (sendKbps ?? Infinity) < SEVERE.sendKbps || (rttMs ?? 0) >= SEVERE.rttMs

/** Moves one step, and only on sufficient data. */
export function stepLadder(ladder: Ladder, reading: Reading, nowMs: number): Ladder {
  const band = sendingBandOf(reading)
  const poorSince = band === 'poor' ? (ladder.poorSince ?? nowMs) : null
  const goodSince = band === 'excellent' || band === 'good' ? (ladder.goodSince ?? nowMs) : null
  const watched = { ...ladder, poorSince, goodSince }
  const settled = ladder.changedAt === null || nowMs - ladder.changedAt >= SETTLES_MS
  if (!settled) return watched

  const next = ladder.rung + 1
  const mayFall = next < SOUND_ONLY || (next === SOUND_ONLY && isSevere(reading))
  const changed = { ...watched, poorSince: null, goodSince: null, changedAt: nowMs }
  if (poorSince !== null && nowMs - poorSince >= DOWN_AFTER_MS && mayFall) {
    const again = ladder.climbedAt !== null && nowMs - ladder.climbedAt < FELL_AGAIN_MS
    const climbAfterMs = again ? Math.min(CLIMB_AFTER_MAX_MS, 2 * ladder.climbAfterMs) : CLIMB_AFTER_MS
    return { ...changed, rung: next, climbAfterMs }
  }
  if (goodSince !== null && nowMs - goodSince >= ladder.climbAfterMs && ladder.rung > 0) {
    return { ...changed, rung: ladder.rung - 1, climbedAt: nowMs }
  }
  return watched
}
