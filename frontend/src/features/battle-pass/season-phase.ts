import type { PassSeason } from '../../entities/pass/pass.js'

/** `over`: nothing is earned any more, but rewards can still be claimed. */
export type SeasonPhase = 'running' | 'over' | 'closed'

export function seasonPhase(season: PassSeason, nowMs: number): SeasonPhase {
  if (nowMs < Date.parse(season.ends_at)) return 'running'
  return nowMs < Date.parse(season.claimable_until) ? 'over' : 'closed'
}
