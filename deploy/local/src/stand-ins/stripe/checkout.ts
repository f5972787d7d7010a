import type { SessionRequest } from './session-request.js'

/** Times are Unix seconds. */
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
  refundedCents: number
  dispute?: { readonly id: string; readonly createdAt: number; state: DisputeState }
}

export type DisputeState = 'open' | 'won' | 'lost'

export const isPaid = ({ charge }: Checkout): boolean => charge?.status === 'succeeded'
