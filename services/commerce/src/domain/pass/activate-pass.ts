import { moveItems } from '../ledger.js'
import type { PassDecision } from './claim-reward.js'
import { isRunning, type Season } from './season.js'

/** Spends one pass on a season. `available`: passes that the player has left. */
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
