import { implement, type Database } from '@kla/chassis'
import { BlocksServiceService } from '@kla/proto'
import type { Blocked } from './domain/blocked.js'
import type { Part } from './part.js'
import { handlers } from './server/blocks/handlers.js'
import { createBlockStore } from './store/blocks/block-store.js'

/** Block lists, and the question that is asked before two people meet. */
export function composeBlocks({ database }: { readonly database: Database }): Part & { readonly blocked: Blocked } {
  const blocks = createBlockStore(database)
  return {
    implementation: implement(BlocksServiceService, handlers({ blocks })),
    blocked: (accountId, others) => blocks.between(accountId, others),
  }
}
