/** Words of the connection coach, and of the diagnostics that a support ticket may carry. */

/** Bands of link quality, best first. */
export const LINK_BANDS = ['excellent', 'good', 'fair', 'poor', 'lost'] as const
export type LinkBand = (typeof LINK_BANDS)[number]

/** Sides that a link may belong to. */
export const LINK_SIDES = ['yours', 'theirs', 'relay', 'unknown'] as const
export type LinkSide = (typeof LINK_SIDES)[number]

/** The ladder down and up, then what mends a connection. */
export const LINK_STEPS = [
  'bitrate',
  'size',
  'frame-rate',
  'sound-only',
  'restored',
  'ice-restart',
  'other-relay',
  'new-connection',
] as const
export type LinkStep = (typeof LINK_STEPS)[number]

export const LINK_OUTCOMES = ['begun', 'done', 'failed'] as const
export type LinkOutcome = (typeof LINK_OUTCOMES)[number]

/** Steps that diagnostics keep, the latest. */
export const LINK_STEPS_MAX = 50

/**
 * The worst value of each band; beyond `fair` a link is `poor`, and without packets for LINK_LOST_AFTER_MS it is `lost`. Sources:
 * services/media-signalling/README.md.
 */
export const LINK_THRESHOLDS = {
  excellent: { rttMs: 200, lossPercent: 2, jitterMs: 30, frozenPercent: 0, sendKbps: 600 },
  good: { rttMs: 300, lossPercent: 4, jitterMs: 50, frozenPercent: 10, sendKbps: 300 },
  fair: { rttMs: 800, lossPercent: 8, jitterMs: 100, frozenPercent: 30, sendKbps: 120 },
} as const satisfies Partial<Record<LinkBand, object>>
export const LINK_LOST_AFTER_MS = 2_000
