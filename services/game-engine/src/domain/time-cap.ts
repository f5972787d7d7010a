import type { Match } from './battle.js'

/** A phase of the rounds ends with the mode's cap, if that comes first. */
export const durationUntilCap = (match: Match, durationMs: number, now: number): number =>
  Math.max(0, Math.min(durationMs, match.capAtMs - now))

export const capReached = (match: Match, now: number): boolean => now >= match.capAtMs
