import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { recorded, type Recorded } from './recorded.js'

export type FakeBlocks = Recorded<Clients['blocks']>

/** Block lists in memory: everybody has blocked player 2, and somebody who is no more. */
export const createFakeBlocks = (): FakeBlocks =>
  recorded<Clients['blocks']>({
    blockPlayer: {},
    unblockPlayer: {},
    listBlocks: {
      blocks: [
        { accountId: 2, blockedAtMs: AT_MS },
        { accountId: 999, blockedAtMs: AT_MS - 1_000 },
      ],
    },
  })
