import type { Handlers } from '@kla/chassis'
import type { BattlePassServiceService } from '@kla/proto'
import type { CommerceMetrics } from '../../metrics.js'
import type { PlayerPassStore } from '../../store/pass/player-pass-store.js'
import type { SeasonStore } from '../../store/pass/season-store.js'

export type PassHandlers = Handlers<typeof BattlePassServiceService>

/** What the RPCs about the battle pass work with. */
export interface PassDependencies {
  readonly seasons: SeasonStore
  readonly players: PlayerPassStore
  readonly metrics: CommerceMetrics
  /** Unix milliseconds. */
  readonly now: () => number
}
