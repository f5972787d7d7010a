import { PASS_TRACKS, type PassTrack } from '@kla/proto/web'
import type { EarlierPass, PassProgress, PassSeason, PassTier } from '../../entities/pass/pass.js'

type RewardState = 'locked' | 'needs-pass' | 'ready' | 'claimed'

export const rewardOf = (tier: PassTier, track: PassTrack) => (track === 'free' ? tier.free_reward : tier.pass_reward)

export function rewardState(tier: PassTier, track: PassTrack, you: PassProgress | null): RewardState {
  if (!you) return 'locked'
  if (you.claims.some((claim) => claim.tier === tier.tier && claim.track === track)) return 'claimed'
  if (you.points < tier.points) return 'locked'
  return track === 'pass' && !you.activated ? 'needs-pass' : 'ready'
}

type SeasonPhase = 'running' | 'over' | 'closed'

export function seasonPhase(season: PassSeason, nowMs: number): SeasonPhase {
  if (nowMs < Date.parse(season.ends_at)) return 'running'
  return nowMs < Date.parse(season.claimable_until) ? 'over' : 'closed'
}

/** Tiers of an earlier season with a reward to claim; none after its end of claiming. */
export const tiersToClaim = ({ season, you }: EarlierPass, nowMs: number): readonly PassTier[] =>
  seasonPhase(season, nowMs) === 'over'
    ? season.tiers.filter((tier) =>
        PASS_TRACKS.some((track) => rewardOf(tier, track) !== null && rewardState(tier, track, you) === 'ready'),
      )
    : []
