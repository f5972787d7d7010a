import { implement } from '@kla/chassis'
import { BlocksServiceService } from '@kla/proto'
import type { IsBlocked } from './join-check.js'
import type { FindAcquaintance } from '../meetings/find-acquaintance.js'
import type { Ground, Part } from '../shared/module.js'
import { handlers } from './rpc.js'
import { createBlockStore } from './store.js'
import { createShowingOut } from '../spectating/index.js'

/** Block lists, and the question that is asked before two people meet. */
export function composeBlocks({
  database,
  rooms,
  pointers,
  findAcquaintance,
}: Pick<Ground, 'database' | 'rooms' | 'pointers'> & { readonly findAcquaintance: FindAcquaintance }): Part & { readonly blocked: IsBlocked } {
  const blocks = createBlockStore(database)
  return {
    implementation: implement(BlocksServiceService, handlers({ blocks, findAcquaintance, showOut: createShowingOut({ rooms, pointers }) })),
    blocked: (accountId, others) => blocks.between(accountId, others),
  }
}
