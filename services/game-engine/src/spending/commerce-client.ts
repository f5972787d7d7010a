import { createGrpcClient, type CallContext, type Identity, type Metrics } from '@kla/chassis'
import { CommerceServiceService, HoldOutcome, Item } from '@kla/proto'
import type { Settlement } from '../battle/index.js'

/** What the engine asks of commerce. */
export interface Commerce {
  /**
   * Sets a Wild Card of the caller aside under a key, and answers how many it has left. Rejects with NO_WILD_CARDS,
   * with CONFLICT when the key is settled already, and with UNAVAILABLE when it is not known whether one is set aside.
   */
  holdWildCard(key: string, context: CallContext): Promise<number>
  /** Spends what is held under a key, or gives it back. Rejects with CONFLICT when the other was done before. */
  settle(key: string, outcome: Settlement['outcome']): Promise<void>
  close(): void
}

/** The caller waits for it, and its gateway not much longer. */
const HOLD_WITHIN_MS = 1_500
/** Nobody waits for it; less than the lease under which it is carried out. */
const SETTLE_WITHIN_MS = 2_000
/** A pod that hangs leaves time to ask another one. */
const ATTEMPT_MS = 600

const OUTCOMES = { commit: HoldOutcome.COMMIT, release: HoldOutcome.RELEASE } as const

export function createCommerceClient(options: { address: string; identity: Identity; metrics: Metrics }): Commerce {
  const client = createGrpcClient({ definition: CommerceServiceService, attemptMs: ATTEMPT_MS, ...options })
  return {
    async holdWildCard(key, context) {
      const request = { key, item: Item.WILD_CARDS }
      const { remaining } = await client.holdItem(request, { ...context, deadlineMs: HOLD_WITHIN_MS })
      return remaining
    },
    async settle(key, outcome) {
      await client.settleHold({ key, outcome: OUTCOMES[outcome] }, { deadlineMs: SETTLE_WITHIN_MS })
    },
    close: () => client.close(),
  }
}
