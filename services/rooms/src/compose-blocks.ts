import { implement } from '@kla/chassis'
import { BlocksServiceService } from '@kla/proto'
import type { Blocked } from './domain/blocked.js'
import type { FindAcquaintance } from './meetings/acquaintance.js'
import type { Ground, Part } from './part.js'
import { handlers } from './server/blocks/handlers.js'
import { createBlockStore } from './store/blocks/block-store.js'
import { createShowingOut } from './watching/show-out.js'

/** Block lists, and the question that is asked before two people meet. */
export function composeBlocks({
  database,
  rooms,
  pointers,
  findAcquaintance,
}: Pick<Ground, 'database' | 'rooms' | 'pointers'> & { readonly findAcquaintance: FindAcquaintance }): Part & { readonly blocked: Blocked } {
  const blocks = createBlockStore(database)
  return {
    implementation: implement(BlocksServiceService, handlers({ blocks, findAcquaintance, showOut: createShowingOut({ rooms, pointers }) })),
    blocked: (accountId, others) => blocks.between(accountId, others),
  }
}
