import { type CallContext, createGrpcClient, type Identity, type Metrics } from '@kla/chassis'
import { CommerceServiceService, HoldOutcome, Item } from '@kla/proto'
import type { Settlement } from '../battle/index.js'

export interface Commerce {
  /**
   * Returns how many are left. Rejects with NO_WILD_CARDS, CONFLICT for a settled key, UNAVAILABLE if the outcome is
   * unknown.
   */
  holdWildCard(key: string, context: CallContext): Promise<number>
  /** Rejects with CONFLICT if settled the other way. */
  settle(key: string, outcome: Settlement['outcome']): Promise<void>
  close(): void
}

/** Less than the gateway's deadline. */
const HOLD_WITHIN_MS = 1_500
const SETTLE_WITHIN_MS = 2_000
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
