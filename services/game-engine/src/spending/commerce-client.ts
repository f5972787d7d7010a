import { type CallContext, createGrpcClient, type Identity, type Metrics } from '@kla/chassis'
import { CommerceServiceService, HoldOutcome, Item } from '@kla/proto'
import type { Settlement } from '../battle/index.js'

/** The ledger of commerce, as the engine uses it. */
export interface Commerce {
  /** Returns how many are left. Rejects with NO_WILD_CARDS, CONFLICT, or UNAVAILABLE if unknown. */
  holdWildCard(key: string, context: CallContext): Promise<number>
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
