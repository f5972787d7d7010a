/** What a provider has said about the money of one order. Facts come in any order, and some more than once. */
export type PaymentFact =
  | {
      readonly kind: 'paid'
      /** Empty where the provider names none. */
      readonly paymentId: string
      readonly amountCents: number
      readonly currency: string
    }
  | { readonly kind: 'cancelled' }
  /** All that has gone back so far, of this payment. */
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly refundedCents: number }
  | {
      readonly kind: 'dispute'
      readonly paymentId: string
      readonly disputeId: string
      readonly state: DisputeState
    }

export type DisputeState = 'open' | 'won' | 'lost'

type Of<Kind extends PaymentFact['kind']> = Extract<PaymentFact, { kind: Kind }>
export type Payment = Of<'paid'>
export type Refund = Of<'refunded'>
export type Dispute = Of<'dispute'>

/** The facts of one kind. */
export const ofKind = <Kind extends PaymentFact['kind']>(facts: readonly PaymentFact[], kind: Kind): Of<Kind>[] =>
  facts.filter((fact): fact is Of<Kind> => fact.kind === kind)
