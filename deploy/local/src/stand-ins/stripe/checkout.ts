import type { SessionRequest } from './session-request.js'

/** Times are in Unix seconds. */
export interface Checkout {
  readonly id: string
  readonly createdAt: number
  readonly request: SessionRequest
  status: 'open' | 'complete' | 'expired'
  /** The payment intent, after the first attempt to pay. */
  paymentIntentId?: string
  /** The charge that went through, or is on its way. */
  charge?: Charge
}

export interface Charge {
  readonly id: string
  readonly paymentIntentId: string
  readonly createdAt: number
  readonly lastFour: string
  status: 'pending' | 'succeeded' | 'failed'
  readonly refunds: Refund[]
  dispute?: { readonly id: string; readonly createdAt: number; readonly amountCents: number; state: DisputeState }
}

export interface Refund {
  readonly id: string
  readonly amountCents: number
  readonly createdAt: number
  status: 'succeeded' | 'failed'
}

/** One that has failed counts no more. */
export const refundedCents = ({ refunds }: Charge): number =>
  refunds.reduce((sum, { amountCents, status }) => sum + (status === 'failed' ? 0 : amountCents), 0)

export type DisputeState = 'open' | 'won' | 'lost'

export const isPaid = ({ charge }: Checkout): boolean => charge?.status === 'succeeded'
