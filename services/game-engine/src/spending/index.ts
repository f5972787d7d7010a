import type { Handlers, Redis } from '@kla/chassis'
import type { GameEngineServiceService } from '@kla/proto'
import type {
  BattleStore,
  CommandRunner,
  LimitsCards,
  RotationPools,
  SavedGifs,
  SeatedBattle,
} from '../battle/index.js'
import type { Commerce } from './commerce-client.js'
import { createIntentStore } from './intent-store.js'
import { savedGifHandlers } from './saved-gifs.js'
import { wildCardHandlers } from './wild-cards.js'

export { type Commerce, createCommerceClient } from './commerce-client.js'
export { createSettle } from './wild-cards.js'

export interface SpendingDeps {
  readonly runner: Pick<CommandRunner, 'run'>
  readonly battles: Pick<BattleStore, 'load' | 'remember'>
  readonly pools: Pick<RotationPools, 'of'>
  readonly seatedBattle: SeatedBattle
  readonly library: SavedGifs & LimitsCards
  readonly commerce: Commerce
  readonly redis: Redis
  readonly redisPrefix: string
}

type SpendingHandlers = Pick<
  Handlers<typeof GameEngineServiceService>,
  'playWildCard' | 'listWildCards' | 'saveGifChoice' | 'saveGifReceived'
>

/** Creates the module of Wild Cards and GIF saves. */
export function createSpending(deps: SpendingDeps): { readonly handlers: SpendingHandlers } {
  const { redis, redisPrefix } = deps
  return {
    handlers: {
      ...wildCardHandlers({ ...deps, intents: createIntentStore(redis, redisPrefix) }),
      ...savedGifHandlers({ ...deps, intents: createIntentStore(redis, redisPrefix) }),
    },
  }
}
