import { type CallContext, createGrpcClient, type Identity, type Metrics } from '@kla/chassis'
import { CommerceServiceService, HoldOutcome, Item } from '@kla/proto'

/** Holds on items that commerce keeps. */
export interface ItemHolds {
  /** Rejects with NO_GIF_SAVES, CONFLICT if the key was released, and UNAVAILABLE if the outcome is unknown. */
  hold(key: string, context: CallContext): Promise<void>
  /** Rejects with CONFLICT if the opposite was done. */
  settle(key: string, outcome: 'commit' | 'release'): Promise<void>
  close(): void
}

/** Less than game-engine's 2,500 ms. */
const HOLD_WITHIN_MS = 1_500
/** Limit below SETTLE_LEASE_MS, so that leases outlast it. */
const SETTLE_WITHIN_MS = 2_000
/** Leaves time to ask another pod. */
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
