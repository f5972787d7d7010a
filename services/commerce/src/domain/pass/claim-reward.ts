import type { PassTrack } from '@kla/proto/web'
import { moveItems, type LedgerTransaction } from '../ledger.js'
import type { Refused } from '../refusal.js'
import { isClaimable, type Season } from './season.js'

/** A reward of a season: of a tier, from 1, on a track. */
export interface WantedReward {
  readonly tier: number
  readonly track: PassTrack
}

/** What a player has done in a season. */
export interface PassState {
  readonly points: number
  readonly activated: boolean
  /** Whether it has this very reward. */
  readonly claimed: boolean
}

/** `repeat`: it was done before, and that stands. */
export type PassDecision = { readonly transaction: LedgerTransaction } | 'repeat' | Refused

/** Claims a reward as a transaction of the ledger. Points that are lost later take nothing back. */
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
  const reward = track === 'free' ? reached?.freeReward : reached?.passReward
  if (!reached || !reward) return { refused: 'TIER_NOT_FOUND' }
  if (state.points < reached.points) return { refused: 'TIER_NOT_REACHED' }
  if (track === 'pass' && !state.activated) return { refused: 'PASS_REQUIRED' }
  const subject = `${season.id}:${accountId}:${tier}:${track}`
  const transaction = moveItems('reward', subject, accountId, new Map([[reward.item, reward.units]]))
  return transaction ? { transaction } : { refused: 'TIER_NOT_FOUND' }
}
