/** Words of the connection coach and diagnostics. */

export const LINK_BANDS = ['excellent', 'good', 'fair', 'poor', 'lost'] as const
/** Quality of a link, best first. */
export type LinkBand = (typeof LINK_BANDS)[number]

export const LINK_SIDES = ['yours', 'theirs', 'relay', 'unknown'] as const
/** Where the trouble of a link is. */
export type LinkSide = (typeof LINK_SIDES)[number]

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
/** A change that the coach tried. */
export type LinkStep = (typeof LINK_STEPS)[number]

export const LINK_OUTCOMES = ['begun', 'done', 'failed'] as const
/** What became of a step. */
export type LinkOutcome = (typeof LINK_OUTCOMES)[number]

export const LINK_STEPS_MAX = 50

/**
 * Worst value of each band, with sources in services/media-signalling/README.md. Without packets for
 * LINK_LOST_AFTER_MS: `lost`.
 */
export const LINK_THRESHOLDS = {
  excellent: { rttMs: 200, lossPercent: 2, jitterMs: 30, frozenPercent: 0, sendKbps: 600 },
  good: { rttMs: 300, lossPercent: 4, jitterMs: 50, frozenPercent: 10, sendKbps: 300 },
  fair: { rttMs: 800, lossPercent: 8, jitterMs: 100, frozenPercent: 30, sendKbps: 120 },
} as const satisfies Partial<Record<LinkBand, object>>
export const LINK_LOST_AFTER_MS = 2_000
