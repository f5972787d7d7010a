import type { CommandRunner } from '../battle/run-command.js'
import type { Holds } from '../clients/commerce.js'
import type { SavedGifs } from '../clients/library.js'
import type { Seats } from '../clients/rooms.js'
import type { Clip, Refusal, Turn } from '../domain/index.js'
import type { BattleStore } from '../store/battle-store-types.js'
import type { IntentStore } from '../store/intent-store.js'

/** What the RPCs work with. */
export interface Dependencies {
  readonly runner: Pick<CommandRunner, 'run'>
  readonly battles: Pick<BattleStore, 'load' | 'remember'>
  readonly rooms: Pick<Seats, 'getRoom'>
  readonly library: SavedGifs
  readonly commerce: Pick<Holds, 'holdWildCard'>
  readonly wildCardIntents: IntentStore<WildCardIntent>
  readonly saveIntents: IntentStore<Clip | Refusal>
}

/** Which GIF was to be played, and in which round. */
export interface WildCardIntent {
  readonly gif: Clip
  readonly turn: Turn
}
