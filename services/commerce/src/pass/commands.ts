import type { OutboxEvent, Refused } from '@kla/chassis'
import type { PlayerPassStore } from './player-store.js'
import { activatePass, claimReward, type WantedReward } from './rules/rewards.js'
import {
  changeSeason,
  publishSeason,
  removeSeason,
  type Season,
  type SeasonChange,
  type SeasonPlan,
} from './rules/season.js'
import type { SeasonStore, SeasonTransaction } from './season-store.js'

/** Result; `changed` is false for a repeat. */
export type PassChange = { readonly season: Season; readonly changed: boolean } | Refused

/** Uses of a season's Battle Pass. */
export interface Rewards {
  activate(seasonId: string, accountId: number, nowMs: number): Promise<PassChange>
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

export interface Audited {
  readonly by: NonNullable<Season['changed']>
  readonly event: (season: Season) => OutboxEvent
}

/** Changes of seasons by administrators. */
export interface SeasonEditor {
  /** Stores a season. `version` is the one edited; 0 creates. */
  put(plan: SeasonPlan, version: number, audited: Audited): Promise<Season | Refused>
  publish(id: string, version: number, audited: Audited): Promise<Season | Refused>
  /** Resolves to undefined if the season's event is stored already. */
  remove(id: string, version: number, audited: RemovalAudited): Promise<Season | Refused | undefined>
}

/** Audit event of a removal, with the id that a repeat finds. */
export interface RemovalAudited extends Audited {
  readonly eventId: string
}

export const createSeasonEditor = (store: Pick<SeasonStore, 'inTransaction'>): SeasonEditor => ({
  put: (plan, version, audited) =>
    store.inTransaction(async (tx) => save(tx, changeSeason(await tx.find(plan.id), plan, version), audited)),

  publish: (id, version, audited) =>
    store.inTransaction(async (tx) => {
      const madeOn = { version, byId: audited.by.byId }
      return save(tx, publishSeason(await tx.find(id), madeOn), audited)
    }),

  remove: (id, version, audited) =>
    store.inTransaction(async (tx) => {
      const found = await tx.find(id)
      if (await tx.isStored(audited.eventId)) return undefined
      const season = removeSeason(found, { version, byId: audited.by.byId })
      if ('refused' in season) return season
      await tx.remove(id)
      await tx.insertEvent(audited.event(season))
      return season
    }),
})

async function save(tx: SeasonTransaction, change: SeasonChange, audited: Audited): Promise<Season | Refused> {
  if ('refused' in change) return change
  if ('repeat' in change) return change.repeat
  const season = { ...change.season, changed: audited.by }
  if (await tx.overlapsPublished(season)) return { refused: 'SEASONS_OVERLAP' }
  await tx.save(season)
  // Battles before its publication or after its former end.
  if (change.recount) await tx.recount(season)
  await tx.insertEvent(audited.event(season))
  return season
}
