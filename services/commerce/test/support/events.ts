import fc from 'fast-check'
import type { RecordedEvent } from '../../src/payments/rules.js'
import type { Order } from '../../src/shared/rules.js'

/** Two lines, 847 cents. */
export const order: Order = {
  id: 'order',
  accountId: 1,
  provider: 'stripe',
  sessionId: 'session',
  totalCents: 847,
  currency: 'usd',
  status: 'open',
  granted: false,
  revision: 0,
  createdAtMs: 0,
  lines: [
    line({ itemId: 2, name: 'saves', unitCents: 299, quantity: 2, item: 'gif_saves', units: 20 }),
    line({ itemId: 3, name: 'cards', unitCents: 249, quantity: 1, item: 'wild_cards', units: 25 }),
  ],
}

function line(priced: Omit<Order['lines'][number], 'unitsWithdrawn' | 'unitsSpent'>) {
  return { ...priced, unitsWithdrawn: 0, unitsSpent: 0 }
}

export const paid: RecordedEvent = { kind: 'paid', paymentId: 'p1', amountCents: 847, currency: 'usd' }
export const refunded = (refundedCents: number, paymentId = 'p1', about: About = {}): RecordedEvent => ({
  kind: 'refunded',
  paymentId,
  refundedCents,
  ...about,
})
export const refund = (
  refundId: string,
  amountCents: number,
  state: 'given' | 'failed' = 'given',
  about: About = {},
): RecordedEvent => ({ kind: 'refund', paymentId: 'p1', refundId, amountCents, state, ...about })
export const dispute = (
  state: 'open' | 'won' | 'lost',
  disputeId = 'd1',
  paymentId = 'p1',
  about: About & { readonly amountCents?: number } = {},
): RecordedEvent => ({
  kind: 'dispute',
  paymentId,
  disputeId,
  state,
  ...about,
})

interface About {
  readonly currency?: string
  readonly atMs?: number
}

const about = fc.record(
  {
    currency: fc.constantFrom('usd', 'usd', 'usd', 'jpy'),
    atMs: fc.constantFrom(1_000_000, 1_001_000, 2_000_000, 3_000_000),
  },
  { requiredKeys: [] },
)
const paymentId = fc.constantFrom('p1', 'p2', '')
/** Anything that a provider may say of {@link order}, mostly sensible. */
export const anyEvent: fc.Arbitrary<RecordedEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(paid) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...constants({ kind: 'paid', currency: 'usd' }),
      paymentId,
      amountCents: fc.constantFrom(847, 1),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancelled' as const }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 900 }), paymentId, about)
      .map(([cents, id, more]) => refunded(cents, id, more)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('r1', 'r2', 'r3'),
        fc.integer({ min: 1, max: 847 }),
        fc.constantFrom('given' as const, 'failed' as const),
        about,
      )
      .map(([id, cents, state, more]) => refund(id, cents, state, more)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
        fc.constantFrom('d1', 'd2'),
        paymentId,
        about,
      )
      .map(([state, disputeId, id, more]) => dispute(state, disputeId, id, more)),
  },
)

function constants<const T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value)])) as {
    [Name in keyof T]: fc.Arbitrary<T[Name]>
  }
}
