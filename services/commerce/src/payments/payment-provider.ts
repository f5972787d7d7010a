import type { PAYMENT_PROVIDERS } from '@kla/proto/web'

/** Signed by the provider, but about something that we cannot read. A repeat would be no better. */
export class UnreadableNotification extends Error {
  constructor(
    readonly why: Unreadable,
    /** Ids, types and amounts of what came; nothing personal. `event_id` is among them where it can be read. */
    readonly about: Readonly<Record<string, string | number>>,
    options?: ErrorOptions,
  ) {
    super(`a notification cannot be read: ${why}`, options)
  }
}

/** No form that we can read, something in it missing or out of range, an event or status of an unknown kind, or refused by our own database. */
export type Unreadable = 'form' | 'content' | 'kind' | 'processing'

export interface PaymentProvider {
  readonly name: ProviderName
  /** Idempotent by the order's id. Throws PAYMENTS_UNAVAILABLE. */
  openCheckout(order: CheckoutOrder): Promise<OpenedCheckout>
  /** Undefined for an unknown checkout. Throws PAYMENTS_UNAVAILABLE. */
  readCheckout(sessionId: string): Promise<PaymentNotice | undefined>
  /**
   * Checks the signature on the raw bytes. Empty for an event of no interest. Throws SIGNATURE_INVALID, or
   * {@link UnreadableNotification} for one that is signed.
   */
  readNotification(notification: RawNotification): Promise<readonly PaymentNotice[]>
  checkoutForm?(order: CheckoutOrder): CheckoutForm
}

export type ProviderName = (typeof PAYMENT_PROVIDERS)[number]

export interface CheckoutOrder {
  readonly orderId: string
  readonly lines: readonly CheckoutLine[]
  readonly totalCents: number
  /** ISO 4217, lower case. */
  readonly currency: string
  /** `{SESSION_ID}` stands for the checkout's id. */
  readonly returnUrl: string
  readonly cancelUrl: string
  /** For the receipt; not stored. */
  readonly email: string
  /** When it can no longer be paid; 30 minutes to 24 hours ahead. Absent: the provider's default. */
  readonly expiresAtMs?: number
}

interface CheckoutLine {
  readonly name: string
  readonly unitCents: number
  readonly quantity: number
}

interface OpenedCheckout {
  readonly sessionId: string
  /** Undefined for a form post. */
  readonly url: string | undefined
}

export interface CheckoutForm {
  readonly action: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

export interface RawNotification {
  readonly body: Uint8Array
  /** The signature's header; empty where it is in the body. */
  readonly signature: string
  readonly nowMs: number
}

/** An event about an order's money. Events repeat, come late and in any order, so each states how things are. */
export type PaymentNotice = NoticeOfOrder &
  (
    | { readonly kind: 'paid'; readonly amountCents: number; readonly currency: string; readonly paymentId: string }
    | { readonly kind: 'unpaid' }
    | { readonly kind: 'cancelled' }
    | ({ readonly kind: 'refunded' } & RefundedTotal)
    | ({ readonly kind: 'refund' } & Refund)
    | ({ readonly kind: 'dispute' } & Dispute)
  )

/** Of amounts that go back. */
interface Reversal {
  /** ISO 4217, lower case; undefined: the order's. */
  readonly currency?: string | undefined
  /** When it happened, as the provider says; undefined: it does not say. */
  readonly atMs?: number | undefined
}

/** All that was paid back at a moment; less than before once a refund has failed. */
export interface RefundedTotal extends Reversal {
  readonly refundedCents: number
}

/** A single refund. One that has failed stays failed. */
export interface Refund extends Reversal {
  readonly refundId: string
  readonly amountCents: number
  /** `given` also while it is on its way. */
  readonly state: 'given' | 'failed'
}

export interface Dispute extends Reversal {
  readonly disputeId: string
  readonly state: 'open' | 'won' | 'lost'
  /** Undefined: the whole payment. */
  readonly amountCents?: number | undefined
}

interface NoticeOfOrder {
  /** The same for each repeat; empty for an answer to our query. */
  readonly eventId: string
  readonly order: { readonly orderId?: string; readonly sessionId?: string; readonly paymentId?: string }
}

export interface Providers {
  /** For new checkouts; undefined if not configured. */
  readonly preferred: PaymentProvider | undefined
  find(name: string): PaymentProvider | undefined
}

export const createProviders = (known: readonly PaymentProvider[], preferred: ProviderName): Providers => {
  const find = (name: string) => known.find((provider) => provider.name === name)
  return { preferred: find(preferred), find }
}

export interface PaymentEvent {
  readonly provider: ProviderName
  readonly eventId: string
  readonly part: number
  /** "Unpaid" is no event: the checkout may be paid any moment. */
  readonly notice: Exclude<PaymentNotice, { kind: 'unpaid' }>
}
