import type { Message } from '@kla/chassis'
import { BattleFinished } from '@kla/proto'
import { isUuid } from '../domain/index.js'
import type { CommerceMetrics } from '../metrics.js'
import type { PassResult, PassResultStore } from '../store/pass/pass-result-store.js'

/** Takes in what may bring points: battles of two people that lasted long enough. */
export const createBattleFinishedHandler = (results: PassResultStore, metrics: CommerceMetrics) =>
  async function onBattleFinished(message: Message): Promise<void> {
    const result = resultOf(BattleFinished.decode(message.data))
    const outcome = !result ? 'not-counted' : (await results.record(result)) ? 'recorded' : 'repeat'
    metrics.passResults.inc({ outcome })
  }

function resultOf({ battleId, players, endedAtMs, winnerId, counted }: BattleFinished): PassResult | undefined {
  const [one, other] = players
  if (!counted || players.length !== 2 || !one || !other || one === other || !isUuid(battleId)) return undefined
  return {
    battleId: battleId.toLowerCase(),
    pair: { lowId: Math.min(one, other), highId: Math.max(one, other) },
    endedAtMs,
    winnerId: players.includes(winnerId) ? winnerId : null,
  }
}
