import type { Database } from '@kla/chassis'
import { pointsOf } from './player-store.js'
import { findResult, playedIn } from './progress-store.js'
import { pointsFrom } from './rules/points.js'
import type { Season } from './rules/season.js'
import { seasonAt } from './season-rows.js'

/** What a battle brought one of its players. */
export interface BattlePoints {
  /** False for a battle that is unknown, does not count, or is another players'. */
  readonly handled: boolean
  /** Season of the battle, or the running one. */
  readonly season: Season | undefined
  readonly gained: number
  /** Points of the player in the season. */
  readonly total: number
}

/** Battle Pass points by battle, in PostgreSQL. */
export interface BattlePointsStore {
  find(battleId: string, accountId: number, nowMs: number): Promise<BattlePoints>
}

export const createBattlePointsStore = (database: Database): BattlePointsStore => ({
  async find(battleId, accountId, nowMs) {
    // Before the total, which then includes it.
    const result = await findResult(database, battleId, accountId)
    const handled = result !== undefined
    const season = await seasonAt(database, result?.endedAtMs ?? nowMs)
    if (!season) return { handled, season, gained: 0, total: 0 }
    const gained = result ? pointsFrom(season, await playedIn(database, season, result.pair), battleId, accountId) : 0
    return { handled, season, gained, total: await pointsOf(database, season.id, accountId) }
  },
})
