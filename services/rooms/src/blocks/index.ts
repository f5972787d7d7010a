import { type Bus, type Database, type EventConsumer, implement, type Logger, type Loop, repeat } from '@kla/chassis'
import { BlocksServiceService } from '@kla/proto'
import type { Module } from '../shared/module.js'
import type { Known } from '../shared/rules/incident.js'
import { type Room, seatOf } from '../shared/rules/room.js'
import { blockHandlers, type BlocksRpcDeps } from './rpc.js'
import { consumeBlocks, createBlockAfterExit, createSeparation, type SeparationDeps } from './separate.js'
import { type BlockStore, createBlockStore } from './store.js'

/** True if the account and any other block each other. */
export type IsBlocked = BlockStore['isBlockedBetween']

/** Players of a missing room, so that lookups take equally long. */
export const PLACEHOLDER_IDS: readonly number[] = [0]

/** Result of a block lookup for a room. */
export interface BlockCheck {
  readonly askedAbout: readonly number[]
  readonly blocked: boolean
}

/** Blocks, as the other modules use them. */
export interface Blocks extends Module {
  readonly isBlocked: IsBlocked
  readonly blocksWithinPairs: BlockStore['withinPairs']
  checkJoin(room: Room | undefined, accountId: number): Promise<BlockCheck>
  /** Runs after the commit that frees the seat. Never rejects. */
  blockAfterExit(blockerId: number, blocked: Known): Promise<void>
  blockWithoutSeat(blockerId: number, blocked: Known): Promise<void>
}

export interface BlocksDeps extends Pick<BlocksRpcDeps, 'hasMet'>, Pick<SeparationDeps, 'disconnectSpectator'> {
  readonly database: Database
  readonly bus: Bus
  readonly log: Logger
  readonly durable: string
}

const PRUNE_INTERVAL_MS = 3_600_000

export function createBlocks({ database, bus, log, durable, hasMet, disconnectSpectator }: BlocksDeps): Blocks {
  const store = createBlockStore(database)
  const separation = createSeparation({ bus, store, disconnectSpectator })
  let consumer: EventConsumer | undefined
  let loop: Loop | undefined
  return {
    implementation: implement(BlocksServiceService, blockHandlers({ store, hasMet, separation })),
    isBlocked: store.isBlockedBetween,
    blocksWithinPairs: store.withinPairs,

    async checkJoin(room, accountId) {
      const own = room && seatOf(room, accountId)
      if (own && !own.reserved) return { askedAbout: [], blocked: false }
      const askedAbout = (room?.seats ?? []).map((seat) => seat.accountId).filter((seated) => seated !== accountId)
      // Response time must not reveal a block.
      return { askedAbout, blocked: await store.isBlockedBetween(accountId, room ? askedAbout : PLACEHOLDER_IDS) }
    },
    blockAfterExit: createBlockAfterExit({ store, separation, log }),
    async blockWithoutSeat(blockerId, blocked) {
      const { dropped } = await store.addOnExit(blockerId, blocked, { published: true })
      await separation.rejoin(blockerId, dropped)
      await separation.separate(blockerId, blocked.accountId)
    },

    async start() {
      consumer = await consumeBlocks(bus, `${durable}-blocks`, { store, separation })
      loop = repeat({ name: 'lifted blocks', work: store.prune, everyMs: PRUNE_INTERVAL_MS, log })
    },
    async stop() {
      await Promise.all([consumer?.close(), loop?.stop()])
    },
  }
}
