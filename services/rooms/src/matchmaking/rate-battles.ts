import type { Bus, FactConsumer } from '@kla/chassis'
import { BattleFinished, subjects } from '@kla/proto'
import type { RatingStore } from '../store/matchmaking/rating-store.js'

/** Rates the battles that counted and had a winner, once each; all pods share the work. */
export const rateBattles = (bus: Bus, durable: string, ratings: Pick<RatingStore, 'record'>): Promise<FactConsumer> =>
  bus.consumeFacts({ subject: subjects.factBattleFinished, durable }, async ({ data }) => {
    const { battleId, counted, players, winnerId } = BattleFinished.decode(data)
    const loserId = players.find((accountId) => accountId !== winnerId)
    if (!counted || !players.includes(winnerId) || loserId === undefined) return
    await ratings.record({ battleId, winnerId, loserId })
  })
