import { KlaError } from '@kla/chassis'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { accountOf } from './fake-auth.js'
import { type Recorded, recorded } from './recorded.js'

export interface FakeBlocks extends Recorded<Clients['blocks']> {
  /** Accounts that an account must not meet. */
  readonly apart: Map<number, number[]>
  /** True to make reading `apart` fail. */
  apartDown: boolean
  /** Gate that reading `apart` waits for, if set. */
  apartGate: Promise<void> | undefined
  apartAsked: number
}

/** Block lists in memory: everyone has blocked player 2 and a deleted account. */
export function createFakeBlocks(): FakeBlocks {
  const lists = recorded<Omit<Clients['blocks'], 'listApart'>>({
    blockPlayer: {},
    unblockPlayer: {},
    listBlocks: {
      blocks: [
        { accountId: 2, blockedAtMs: AT_MS },
        { accountId: 999, blockedAtMs: AT_MS - 1_000 },
      ],
    },
  })
  const fake: FakeBlocks = Object.assign(lists, {
    apart: new Map<number, number[]>(),
    apartDown: false,
    apartGate: undefined,
    apartAsked: 0,
    client: {
      ...lists.client,
      listApart: async (_request: object, context?: { readonly principal?: string | undefined }) => {
        fake.apartAsked += 1
        const accountIds = [...(fake.apart.get(accountOf(context?.principal)) ?? [])]
        if (fake.apartGate) await fake.apartGate
        if (fake.apartDown) throw new KlaError('UNAVAILABLE')
        return { accountIds }
      },
    },
  })
  return fake
}
