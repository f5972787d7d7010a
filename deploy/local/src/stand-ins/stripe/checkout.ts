import type { SessionRequest } from './session-request.js'

/** Checkout session; times in Unix seconds. */
export interface Checkout {
  readonly id: string
  readonly createdAt: number
  readonly request: SessionRequest
  status: 'open' | 'complete' | 'expired'
  paymentIntentId?: string
  charge?: Charge
}

/** Card payment with refunds and dispute. */
export interface Charge {
  readonly id: string
  readonly paymentIntentId: string
  readonly createdAt: number
  readonly lastFour: string
  status: 'pending' | 'succeeded' | 'failed'
  readonly refunds: Refund[]
  dispute?: { readonly id: string; readonly createdAt: number; readonly amountCents: number; state: DisputeState }
}

/** Refund of a charge or part. */
export interface Refund {
  readonly id: string
  readonly amountCents: number
  readonly createdAt: number
  status: 'succeeded' | 'failed'
}

export const refundedCents = ({ refunds }: Charge): number =>
  refunds.reduce((sum, { amountCents, status }) => sum + (status === 'failed' ? 0 : amountCents), 0)

/** State that a dispute's events report. */
export type DisputeState = 'open' | 'won' | 'lost'

export const isPaid = ({ charge }: Checkout): boolean => charge?.status === 'succeeded'
