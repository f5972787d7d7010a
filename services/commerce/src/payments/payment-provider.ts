import type { PAYMENT_PROVIDERS } from '@kla/proto/web'

/** A signed notification that we cannot read. */
export class UnreadableNotification extends Error {
  constructor(
    readonly why: Unreadable,
    /** Ids, types and amounts only; `event_id` if readable. */
    readonly about: Readonly<Record<string, string | number>>,
    options?: ErrorOptions,
  ) {
    super(`a notification cannot be read: ${why}`, options)
  }
}

/** Form, content or kind unknown, or refused by our database. */
export type Unreadable = 'form' | 'content' | 'kind' | 'processing'

/** A payment provider, as checkout uses it. */
export interface PaymentProvider {
  readonly name: ProviderName
  /** Idempotent by order id. Throws PAYMENTS_UNAVAILABLE. */
  openCheckout(order: CheckoutOrder): Promise<OpenedCheckout>
  /** Undefined if unknown. Throws PAYMENTS_UNAVAILABLE. */
  readCheckout(sessionId: string): Promise<PaymentNotice | undefined>
  /** Checks the raw bytes' signature. Throws SIGNATURE_INVALID or {@link UnreadableNotification}. */
  readNotification(notification: RawNotification): Promise<readonly PaymentNotice[]>
  checkoutForm?(order: CheckoutOrder): CheckoutForm
}

/** Provider's name in URLs and tables. */
export type ProviderName = (typeof PAYMENT_PROVIDERS)[number]

/** An order as its provider shows it. */
export interface CheckoutOrder {
  readonly orderId: string
  readonly lines: readonly CheckoutLine[]
  readonly totalCents: number
  readonly currency: string
  /** `{SESSION_ID}` becomes the checkout's id. */
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly email: string
  /** 30 minutes to 24 hours ahead; default: the provider's. */
  readonly expiresAtMs?: number
}

interface CheckoutLine {
  readonly name: string
  readonly unitCents: number
  readonly quantity: number
}

interface OpenedCheckout {
  readonly sessionId: string
  readonly url: string | undefined
}

/** Form that the browser posts to the provider. */
export interface CheckoutForm {
  readonly action: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

/** A webhook request before its signature is checked. */
export interface RawNotification {
  readonly body: Uint8Array
  readonly signature: string
  readonly nowMs: number
}

/** A change of an order's money; complete, because events reorder. */
export type PaymentNotice = NoticeOfOrder &
  (
    | { readonly kind: 'paid'; readonly amountCents: number; readonly currency: string; readonly paymentId: string }
    | { readonly kind: 'unpaid' }
    | { readonly kind: 'cancelled' }
    | ({ readonly kind: 'refunded' } & RefundedTotal)
    | ({ readonly kind: 'refund' } & Refund)
    | ({ readonly kind: 'dispute' } & Dispute)
  )

interface Reversal {
  /** ISO 4217 in lower case; default: the order's. */
  readonly currency?: string | undefined
  readonly atMs?: number | undefined
}

/** Sum of refunds at one moment; decreases when one fails. */
export interface RefundedTotal extends Reversal {
  readonly refundedCents: number
}

/** Single refund; once failed, it never succeeds. */
export interface Refund extends Reversal {
  readonly refundId: string
  readonly amountCents: number
  readonly state: 'given' | 'failed'
}

/** A dispute of a payment, by the payer's bank. */
export interface Dispute extends Reversal {
  readonly disputeId: string
  readonly state: 'open' | 'won' | 'lost'
  readonly amountCents?: number | undefined
}

interface NoticeOfOrder {
  /** Same for repeats; empty for answers to our queries. */
  readonly eventId: string
  readonly order: { readonly orderId?: string; readonly sessionId?: string; readonly paymentId?: string }
}

/** Configured payment providers, and the preferred one. */
export interface Providers {
  readonly preferred: PaymentProvider | undefined
  find(name: string): PaymentProvider | undefined
}

export const createProviders = (known: readonly PaymentProvider[], preferred: ProviderName): Providers => {
  const find = (name: string) => known.find((provider) => provider.name === name)
  return { preferred: find(preferred), find }
}

/** A notice, its provider and time of receipt. */
export interface PaymentEvent {
  readonly provider: ProviderName
  readonly eventId: string
  readonly part: number
  readonly notice: Exclude<PaymentNotice, { kind: 'unpaid' }>
}
