import { failAfter, type Bus, type EventConsumer, type Logger } from '@kla/chassis'
import { BlocksChanged, PlayerBlocked, subjects } from '@kla/proto'
import type { BlockStore } from './store.js'

/** What a block does at once, beside being kept. */
export interface Separation {
  /** Once a block is stored: gateways learn of it, and neither watches the other any more. Idempotent. */
  separate(blockerId: number, blockedId: number): Promise<void>
  publish(accountId: number, otherId: number, apart: boolean): void
}

export interface SeparationDeps {
  readonly bus: Pick<Bus, 'publish'>
  /** Idempotent. */
  readonly disconnectSpectator: (playerId: number, spectatorId: number) => Promise<void>
}

export function createSeparation({ bus, disconnectSpectator }: SeparationDeps): Separation {
  const publish: Separation['publish'] = (accountId, otherId, apart) =>
    bus.publish(subjects.blocksChanged, BlocksChanged.encode({ accountId, otherId, apart }).finish())
  return {
    publish,
    async separate(blockerId, blockedId) {
      publish(blockerId, blockedId, true)
      await Promise.all([disconnectSpectator(blockerId, blockedId), disconnectSpectator(blockedId, blockerId)])
    },
  }
}

/** Less than the 1.5 s of a caller's attempt. */
const WRITE_WITHIN_MS = 500

/** Never rejects: the event of the commit that freed the seat repeats it. The list takes it though it is full. */
export const createBlockAfterExit =
  ({ store, separation, log }: { store: BlockStore; separation: Separation; log: Logger }) =>
  async (blockerId: number, blockedId: number): Promise<void> => {
    const write = failAfter(WRITE_WITHIN_MS, store.add(blockerId, blockedId, Infinity))
    await write.catch((err: unknown) => log.warn({ err }, 'block of the way out is left to its event'))
    await separation
      .separate(blockerId, blockedId)
      .catch((err: unknown) => log.warn({ err }, 'separation of the way out is left to its event'))
  }

/** From the stream: by one pod, at least once, in any order. */
export const consumeBlocks = (
  bus: Bus,
  durable: string,
  { store, separation }: { store: BlockStore; separation: Separation },
): Promise<EventConsumer> =>
  bus.consumeEvents({ subject: subjects.eventPlayerBlocked, durable }, async ({ data }) => {
    const { blockerId, blockedId, atMs } = PlayerBlocked.decode(data)
    if (await store.addMadeAt(blockerId, blockedId, atMs)) await separation.separate(blockerId, blockedId)
  })
