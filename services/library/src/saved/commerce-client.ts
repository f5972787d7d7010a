import { createGrpcClient, type CallContext, type Identity, type Metrics } from '@kla/chassis'
import { CommerceServiceService, HoldOutcome, Item } from '@kla/proto'

/** What the library asks of commerce. */
export interface ItemHolds {
  /**
   * Sets one GIF save of the caller aside under a key. Rejects with NO_GIF_SAVES, with CONFLICT when the key was given
   * back before, and with UNAVAILABLE when it is not known whether one is set aside.
   */
  hold(key: string, context: CallContext): Promise<void>
  /** Spends what is set aside under a key, or gives it back. Rejects with CONFLICT when the other was done before. */
  settle(key: string, outcome: 'commit' | 'release'): Promise<void>
  close(): void
}

/** The player waits for it, and game-engine not longer than 2,500 ms. */
const HOLD_WITHIN_MS = 1_500
/** Nobody waits for it; less than the lease under which it is told. */
const SETTLE_WITHIN_MS = 2_000
/** A pod that hangs leaves time to ask another one. */
const ATTEMPT_MS = 500

const OUTCOMES = { commit: HoldOutcome.COMMIT, release: HoldOutcome.RELEASE } as const

export function createCommerceClient(options: { address: string; identity: Identity; metrics: Metrics }): ItemHolds {
  const client = createGrpcClient({ definition: CommerceServiceService, attemptMs: ATTEMPT_MS, ...options })
  return {
    async hold(key, context) {
      await client.holdItem({ key, item: Item.GIF_SAVES }, { ...context, deadlineMs: HOLD_WITHIN_MS })
    },
    async settle(key, outcome) {
      await client.settleHold({ key, outcome: OUTCOMES[outcome] }, { deadlineMs: SETTLE_WITHIN_MS })
    },
    close: () => client.close(),
  }
}
