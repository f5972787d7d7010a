import type { Pass, Season, Tier } from '@kla/proto'
import type { PassTier, PassTrack, PassView } from '@kla/proto/web'
import { rewardView } from './rewards.js'
import { isoOf } from './values.js'

export const passTierView = ({ tier, points, freeReward, passReward }: Tier): PassTier => ({
  tier,
  points,
  free_reward: rewardView(freeReward),
  pass_reward: rewardView(passReward),
})

const seasonView = (season: Season, claimableUntilMs: number): NonNullable<PassView['season']> => ({
  id: season.id,
  name: season.name,
  starts_at: isoOf(season.startsAtMs),
  ends_at: isoOf(season.endsAtMs),
  claimable_until: isoOf(claimableUntilMs),
  points_played: season.pointsPlayed,
  points_won: season.pointsWon,
  tiers: season.tiers.map(passTierView),
})

/** The season with the progress of the one on whose behalf it was asked for, or of nobody. */
export const passView = (pass: Pass, of: 'player' | 'nobody'): PassView => ({
  season: pass.season ? seasonView(pass.season, pass.claimableUntilMs) : null,
  you:
    of === 'nobody'
      ? null
      : {
          points: pass.points,
          activated: pass.activated,
          passes_available: pass.passesAvailable,
          claims: pass.claims.map(({ tier, track, claimedAtMs }) => ({
            tier,
            track: track as PassTrack,
            claimed_at: isoOf(claimedAtMs),
          })),
        },
})
