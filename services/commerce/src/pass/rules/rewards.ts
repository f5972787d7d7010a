import type { Refused } from '@kla/chassis'
import { PASS_TRACKS, type PassTrack } from '@kla/proto/web'
import { type LedgerTransaction, moveItems } from '../../shared/rules.js'
import { isClaimable, isRunning, type Reward, type Season, type Tier } from './season.js'

/** Reward of a tier, counted from 1. */
export interface WantedReward {
  readonly tier: number
  readonly track: PassTrack
}

interface PassState {
  readonly points: number
  readonly activated: boolean
  readonly claimed: boolean
}

type PassDecision = { readonly transaction: LedgerTransaction } | 'repeat' | Refused

export function claimReward(
  season: Season | undefined,
  accountId: number,
  { tier, track }: WantedReward,
  state: PassState,
  nowMs: number,
): PassDecision {
  if (state.claimed) return 'repeat'
  if (!season || !isClaimable(season, nowMs)) return { refused: 'SEASON_NOT_RUNNING' }
  const reached = season.tiers[tier - 1]
  const reward = reached && rewardOf(reached, track)
  if (!reached || !reward) return { refused: 'TIER_NOT_FOUND' }
  if (state.points < reached.points) return { refused: 'TIER_NOT_REACHED' }
  if (track === 'pass' && !state.activated) return { refused: 'PASS_REQUIRED' }
  const subject = `${season.id}:${accountId}:${tier}:${track}`
  const transaction = moveItems('reward', subject, accountId, new Map([[reward.item, reward.units]]))
  return transaction ? { transaction } : { refused: 'TIER_NOT_FOUND' }
}

const rewardOf = (tier: Tier, track: PassTrack): Reward | null => (track === 'free' ? tier.freeReward : tier.passReward)

interface ClaimedPass {
  readonly points: number
  readonly activated: boolean
  readonly claims: readonly WantedReward[]
}

/** True if a reward can be claimed that the player has not claimed yet. */
export const hasUnclaimed = ({ tiers }: Pick<Season, 'tiers'>, { points, activated, claims }: ClaimedPass): boolean =>
  tiers.some((tier, at) =>
    PASS_TRACKS.some(
      (track) =>
        rewardOf(tier, track) !== null &&
        tier.points <= points &&
        (track === 'free' || activated) &&
        !claims.some((claim) => claim.tier === at + 1 && claim.track === track),
    ),
  )

export function activatePass(
  season: Season | undefined,
  accountId: number,
  { activated, available }: { readonly activated: boolean; readonly available: number },
  nowMs: number,
): PassDecision {
  if (activated) return 'repeat'
  if (!season || !isRunning(season, nowMs)) return { refused: 'SEASON_NOT_RUNNING' }
  const transaction = moveItems('activate', `${season.id}:${accountId}`, accountId, new Map([['battle_passes', 1]]))
  return available >= 1 && transaction ? { transaction } : { refused: 'NO_BATTLE_PASSES' }
}
