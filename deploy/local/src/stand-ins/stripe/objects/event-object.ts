/** The version of the objects: that of the package whose types they have. */
export const API_VERSION = '2026-10-28.endive'

/** An event as Stripe tells it. The object is as it stood when it happened. */
export interface StripeEvent {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly data: { readonly object: object }
  readonly livemode: false
  readonly pending_webhooks: number
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null }
  readonly type: string
}

export const eventObject = (id: string, type: string, object: object, createdAt: number): StripeEvent => ({
  id,
  object: 'event',
  api_version: API_VERSION,
  created: createdAt,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})
