import type { PAYMENT_PROVIDERS } from '@kla/proto/web'

/** What commerce wants of whoever takes the money. Each provider has an adapter beside this file. */
export interface PaymentProvider {
  readonly name: ProviderName
  /**
   * Opens a checkout. Called again with the same order it answers the same checkout: the order's id is the key under
   * which the provider tells repeats apart. Throws PAYMENTS_UNAVAILABLE.
   */
  openCheckout(order: CheckoutOrder): Promise<OpenedCheckout>
  /** How a checkout stands, as the provider says now. Undefined for one it does not know. Throws PAYMENTS_UNAVAILABLE. */
  readCheckout(sessionId: string): Promise<PaymentNotice | undefined>
  /**
   * Reads a notification and checks its signature on the raw bytes. A kind of event that means nothing to us is an empty
   * list. Throws SIGNATURE_INVALID.
   */
  readNotification(notification: RawNotification): Promise<readonly PaymentNotice[]>
  /** For a provider that takes a form post: where it goes, and its signed fields. */
  checkoutForm?(order: CheckoutOrder): CheckoutForm
}

export type ProviderName = (typeof PAYMENT_PROVIDERS)[number]

/** An order as a provider has to know it. */
export interface CheckoutOrder {
  readonly orderId: string
  readonly lines: readonly CheckoutLine[]
  readonly totalCents: number
  /** ISO 4217, lower case. */
  readonly currency: string
  /** Where the browser returns to when it is done; `{SESSION_ID}` stands for the checkout's name. */
  readonly returnUrl: string
  /** Where it returns to when the person gives up. */
  readonly cancelUrl: string
  /** For the receipt. Not kept by us. */
  readonly email: string
  /** When it can no longer be paid, the same for each call; 30 minutes to 24 hours ahead. Absent: the provider's custom. */
  readonly expiresAtMs?: number
}

interface CheckoutLine {
  readonly name: string
  readonly unitCents: number
  readonly quantity: number
}

interface OpenedCheckout {
  readonly sessionId: string
  /** The provider's page; undefined for one that takes a form post. */
  readonly url: string | undefined
}

export interface CheckoutForm {
  readonly action: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

export interface RawNotification {
  readonly body: Uint8Array
  /** The header that carries the signature; empty where it travels in the body. */
  readonly signature: string
  readonly nowMs: number
}

/**
 * One fact about one order's money, told by the provider. Facts may come twice, late and in any order, so each says how
 * things stand and not how they changed.
 */
export type PaymentNotice = NoticeOfOrder &
  (
    | { readonly kind: 'paid'; readonly amountCents: number; readonly currency: string; readonly paymentId: string }
    | { readonly kind: 'unpaid' }
    /** Declined for good, expired, or given up: this checkout cannot be paid any more. */
    | { readonly kind: 'cancelled' }
    /** All that has been paid back so far. */
    | { readonly kind: 'refunded'; readonly refundedCents: number }
    | { readonly kind: 'dispute'; readonly disputeId: string; readonly state: 'open' | 'won' | 'lost' }
  )

interface NoticeOfOrder {
  /** The provider's name of the event, the same for each repeat; empty for an answer to a question of ours. */
  readonly eventId: string
  /** Which order it is about; refunds and disputes may name the payment alone. */
  readonly order: { readonly orderId?: string; readonly sessionId?: string; readonly paymentId?: string }
}

/** The providers that this installation has an account with. */
export interface Providers {
  /** Where new checkouts go; undefined if it is not set up. */
  readonly preferred: PaymentProvider | undefined
  /** The one of a name, for what it has to say about orders that went there. */
  find(name: string): PaymentProvider | undefined
}

export const createProviders = (known: readonly PaymentProvider[], preferred: ProviderName): Providers => {
  const find = (name: string) => known.find((provider) => provider.name === name)
  return { preferred: find(preferred), find }
}

/** A notice under the id by which a repeat is recognised. */
export interface PaymentEvent {
  readonly provider: ProviderName
  readonly eventId: string
  /** Position among the notices of one event. */
  readonly part: number
  /** "Unpaid" is no event: the checkout may be paid any moment. */
  readonly notice: Exclude<PaymentNotice, { kind: 'unpaid' }>
}
