import type { Refused } from '../shared/rules.js'
import type { PlayerPassStore } from './player-store.js'
import { activatePass, claimReward, type WantedReward } from './rules/rewards.js'
import type { Season } from './rules/season.js'

/** `changed` is false for a repeat. */
export type PassChange = { readonly season: Season; readonly changed: boolean } | Refused

export interface Rewards {
  /** Spends a Battle Pass of the player on a season, once. */
  activate(seasonId: string, accountId: number, nowMs: number): Promise<PassChange>
  /** Grants a reward to the player, once. */
  claim(seasonId: string, accountId: number, wanted: WantedReward, nowMs: number): Promise<PassChange>
}

export const createRewards = (store: Pick<PlayerPassStore, 'inTransaction'>): Rewards => ({
  activate: (seasonId, accountId, nowMs) =>
    store.inTransaction(accountId, async (tx) => {
      const season = await tx.findSeason(seasonId)
      const activated = await tx.isActivated(seasonId)
      const available = await tx.passesAvailable()
      const decision = activatePass(season, accountId, { activated, available }, nowMs)
      if (decision === 'repeat') return { season: known(season), changed: false }
      if ('refused' in decision) return decision
      await tx.insertActivation(seasonId, nowMs)
      await tx.post(decision.transaction)
      return { season: known(season), changed: true }
    }),

  claim: (seasonId, accountId, wanted, nowMs) =>
    store.inTransaction(accountId, async (tx) => {
      const season = await tx.findSeason(seasonId)
      const state = {
        points: await tx.points(seasonId),
        activated: await tx.isActivated(seasonId),
        claimed: await tx.isClaimed(seasonId, wanted),
      }
      const decision = claimReward(season, accountId, wanted, state, nowMs)
      if (decision === 'repeat') return { season: known(season), changed: false }
      if ('refused' in decision) return decision
      await tx.insertClaim(seasonId, wanted, nowMs)
      await tx.post(decision.transaction)
      return { season: known(season), changed: true }
    }),
})

function known(season: Season | undefined): Season {
  if (!season) throw new Error('a season has vanished')
  return season
}
