import { implement, type Database } from '@kla/chassis'
import { BlocksServiceService } from '@kla/proto'
import type { Module } from '../shared/module.js'
import { isFull, seatOf, type Room } from '../shared/rules/room.js'
import { blockHandlers, type BlocksRpcDeps } from './rpc.js'
import { createBlockStore, type BlockStore } from './store.js'

/** In either direction, between the account and one of the others. */
export type IsBlocked = BlockStore['isBlockedBetween']

/** What the block lists said about a join. */
export interface BlockCheck {
  readonly askedAbout: readonly number[]
  readonly blocked: boolean
}

export interface Blocks extends Module {
  readonly isBlocked: IsBlocked
  readonly blocksWithinPairs: BlockStore['withinPairs']
  /** Before an account takes a seat. */
  checkJoin(room: Room | undefined, accountId: number): Promise<BlockCheck>
}

export type BlocksDeps = Omit<BlocksRpcDeps, 'store'> & { readonly database: Database }

export function createBlocks({ database, ...deps }: BlocksDeps): Blocks {
  const store = createBlockStore(database)
  return {
    implementation: implement(BlocksServiceService, blockHandlers({ store, ...deps })),
    isBlocked: store.isBlockedBetween,
    blocksWithinPairs: store.withinPairs,

    async checkJoin(room, accountId) {
      if (!room || seatOf(room, accountId) || isFull(room)) return { askedAbout: [], blocked: false }
      const seated = room.seats.map((seat) => seat.accountId)
      // The players of a cup tie know the draw, and may stay away.
      const exempt = room.origin === 'tie' && room.reservedFor.includes(accountId)
      return { askedAbout: seated, blocked: !exempt && (await store.isBlockedBetween(accountId, seated)) }
    },
  }
}
