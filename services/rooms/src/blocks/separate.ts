import { type Bus, type EventConsumer, failAfter, type Logger } from '@kla/chassis'
import { BlocksChanged, PlayerBlocked, subjects } from '@kla/proto'
import type { Known } from '../shared/rules/incident.js'
import type { BlockStore } from './store.js'

/** Keeps two players apart after a block. */
export interface Separation {
  /** Publishes a block and ends spectating; idempotent. */
  separate(blockerId: number, blockedId: number): Promise<void>
  publish(accountId: number, otherId: number, apart: boolean): void
  /** Publishes removed blocks, except between pairs still blocked. */
  rejoin(blockerId: number, others: readonly number[]): Promise<void>
}

export interface SeparationDeps {
  readonly bus: Pick<Bus, 'publish'>
  readonly store: Pick<BlockStore, 'isBlockedBetween'>
  readonly disconnectSpectator: (playerId: number, spectatorId: number) => Promise<void>
}

export function createSeparation({ bus, store, disconnectSpectator }: SeparationDeps): Separation {
  const publish: Separation['publish'] = (accountId, otherId, apart) =>
    bus.publish(subjects.blocksChanged, BlocksChanged.encode({ accountId, otherId, apart }).finish())
  return {
    publish,
    async separate(blockerId, blockedId) {
      publish(blockerId, blockedId, true)
      await Promise.all([disconnectSpectator(blockerId, blockedId), disconnectSpectator(blockedId, blockerId)])
    },
    async rejoin(blockerId, others) {
      for (const other of others) publish(blockerId, other, await store.isBlockedBetween(blockerId, [other]))
    },
  }
}

/** Shorter than a caller's attempt of 1.5 s. */
const WRITE_WITHIN_MS = 500

/** Ignores a full list. Never rejects: the seat's event repeats it. */
export const createBlockAfterExit =
  ({ store, separation, log }: { store: BlockStore; separation: Separation; log: Logger }) =>
  async (blockerId: number, blocked: Known): Promise<void> => {
    const write = store.addOnExit(blockerId, blocked).then(({ dropped }) => separation.rejoin(blockerId, dropped))
    await failAfter(WRITE_WITHIN_MS, write).catch((err: unknown) =>
      log.warn({ err }, 'block of the way out is left to its event'),
    )
    await separation
      .separate(blockerId, blocked.accountId)
      .catch((err: unknown) => log.warn({ err }, 'separation of the way out is left to its event'))
  }

/** Handles PlayerBlocked once or more, in any order. */
export const consumeBlocks = (
  bus: Bus,
  durable: string,
  { store, separation }: { store: BlockStore; separation: Separation },
): Promise<EventConsumer> =>
  bus.consumeEvents({ subject: subjects.eventPlayerBlocked, durable }, async ({ data }) => {
    const { blockerId, blockedId, atMs, alias, stored = false } = PlayerBlocked.decode(data)
    if (stored) return
    const { added, dropped } = await store.addOnExit(blockerId, { accountId: blockedId, alias }, { atMs })
    await separation.rejoin(blockerId, dropped)
    if (added) await separation.separate(blockerId, blockedId)
  })
