import { type PaymentNotice, type Unreadable, UnreadableNotification } from './payment-provider.js'

/** Parsed JSON: endpoints may use another version than the types. */
type JsonObject = Readonly<Record<string, unknown>>

interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly created?: unknown
  readonly data?: unknown
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses an event. Throws {@link UnreadableNotification}. */
export function readEvent(body: string): StripeEvent {
  let event: unknown
  try {
    event = JSON.parse(body)
  } catch {
    throw new UnreadableNotification('form', {})
  }
  const { id, type } = isJsonObject(event) ? event : {}
  if (isId(id) && isId(type)) return { ...(event as JsonObject), id, type }
  throw new UnreadableNotification('form', isJsonObject(event) ? aboutEvent(event) : {})
}

/** Notices of an event, empty if irrelevant. Throws {@link UnreadableNotification}. */
export function noticesOf(event: StripeEvent): readonly PaymentNotice[] {
  const read = READERS.get(event.type)
  if (!read && (IGNORED.has(event.type) || !ABOUT_PAYMENTS.test(event.type))) return []
  try {
    if (!read) throw new Unread('kind', 'type')
    const object = isJsonObject(event.data) ? event.data['object'] : undefined
    if (!isJsonObject(object)) throw new Unread('content', 'object')
    return read(object, { id: event.id, type: event.type, atMs: timeOf(event.created) })
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    throw new UnreadableNotification(error.why, { ...aboutEvent({ ...event }), unread: error.message })
  }
}

class Unread extends Error {
  constructor(
    readonly why: Unreadable,
    field: string,
  ) {
    super(field)
  }
}

interface EventInfo {
  readonly id: string
  readonly type: string
  readonly atMs: number | undefined
}

const sessionReader = (session: JsonObject, { id }: EventInfo): readonly PaymentNotice[] => [
  noticeOfSession(session, id),
]

const READERS: ReadonlyMap<string, (object: JsonObject, info: EventInfo) => readonly PaymentNotice[]> = new Map([
  ['checkout.session.completed', sessionReader],
  ['checkout.session.async_payment_succeeded', sessionReader],
  ['checkout.session.expired', sessionReader],
  [
    'checkout.session.async_payment_failed',
    (session, { id }) => [{ eventId: id, order: orderOfSession(session), kind: 'cancelled' }],
  ],
  ['charge.refunded', refundsOfCharge],
  ['charge.updated', refundsOfCharge],
  ['charge.refund.updated', singleRefund],
  ['refund.created', singleRefund],
  ['refund.updated', singleRefund],
  ['refund.failed', singleRefund],
  ['charge.dispute.created', dispute],
  ['charge.dispute.updated', dispute],
  ['charge.dispute.funds_withdrawn', dispute],
  ['charge.dispute.funds_reinstated', dispute],
  ['charge.dispute.closed', dispute],
])

const IGNORED: ReadonlySet<string> = new Set([
  'charge.captured',
  'charge.expired',
  'charge.failed',
  'charge.pending',
  'charge.succeeded',
])
const ABOUT_PAYMENTS = /^(checkout\.session|charge|refund)\./

export function noticeOfSession(session: object, eventId = ''): PaymentNotice {
  const { payment_status, status, amount_total, currency, payment_intent } = session as JsonObject
  const about = { eventId, order: orderOfSession(session as JsonObject) }
  if (payment_status === 'paid') {
    const amountCents = centsOf(amount_total, 'amount_total')
    return {
      ...about,
      kind: 'paid',
      amountCents,
      currency: currencyOf(currency),
      paymentId: idOf(payment_intent) ?? '',
    }
  }
  if (payment_status !== 'unpaid' && payment_status !== 'no_payment_required')
    throw new Unread('kind', 'payment_status')
  return { ...about, kind: status === 'expired' ? 'cancelled' : 'unpaid' }
}

/** Total, and single refunds if listed. */
function refundsOfCharge(charge: JsonObject, info: EventInfo): readonly PaymentNotice[] {
  const order = orderOfPayment(charge)
  if (!order) return []
  const refundedCents = centsOf(charge['amount_refunded'], 'amount_refunded')
  const listed = isJsonObject(charge['refunds']) ? charge['refunds']['data'] : undefined
  return [
    { eventId: info.id, order, kind: 'refunded', refundedCents, ...reversal(charge, info) },
    ...(Array.isArray(listed) ? listed.filter(isJsonObject).map((refund) => noticeOfRefund(refund, order, info)) : []),
  ]
}

function singleRefund(refund: JsonObject, info: EventInfo): readonly PaymentNotice[] {
  const order = orderOfPayment(refund)
  return order ? [noticeOfRefund(refund, order, info)] : []
}

const REFUND_STATES: ReadonlyMap<unknown, 'given' | 'failed'> = new Map<unknown, 'given' | 'failed'>([
  ['pending', 'given'],
  ['requires_action', 'given'],
  ['succeeded', 'given'],
  [null, 'given'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

function noticeOfRefund(refund: JsonObject, order: PaymentNotice['order'], info: EventInfo): PaymentNotice {
  const refundId = idOf(refund['id'])
  if (!refundId) throw new Unread('content', 'id')
  const state = info.type === 'refund.failed' ? 'failed' : REFUND_STATES.get(refund['status'] ?? null)
  if (!state) throw new Unread('kind', 'status')
  const amountCents = centsOf(refund['amount'], 'amount')
  return { eventId: info.id, order, kind: 'refund', refundId, amountCents, state, ...reversal(refund, info) }
}

/** `warning_…` and prevented disputes take no money; reinstated funds are back. */
const DISPUTE_STATES: ReadonlyMap<unknown, 'open' | 'won' | 'lost' | 'none'> = new Map<
  unknown,
  'open' | 'won' | 'lost' | 'none'
>([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['warning_needs_response', 'none'],
  ['warning_under_review', 'none'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
])

function dispute(object: JsonObject, info: EventInfo): readonly PaymentNotice[] {
  const order = orderOfPayment(object)
  const known = DISPUTE_STATES.get(object['status'])
  if (!known) throw new Unread('kind', 'status')
  const state = info.type === 'charge.dispute.funds_reinstated' ? 'won' : known
  if (!order || state === 'none') return []
  const disputeId = idOf(object['id'])
  if (!disputeId) throw new Unread('content', 'id')
  const amountCents = object['amount'] === undefined ? undefined : centsOf(object['amount'], 'amount')
  return [{ eventId: info.id, order, kind: 'dispute', disputeId, state, amountCents, ...reversal(object, info) }]
}

function orderOfSession(session: JsonObject): PaymentNotice['order'] {
  const sessionId = idOf(session['id'])
  if (!sessionId) throw new Unread('content', 'id')
  const orderId = idOf(session['client_reference_id']) ?? orderInMetadata(session)
  const paymentId = idOf(session['payment_intent'])
  return { sessionId, ...(orderId ? { orderId } : {}), ...(paymentId ? { paymentId } : {}) }
}

/** Undefined for payments that are not ours. */
function orderOfPayment(object: JsonObject): PaymentNotice['order'] | undefined {
  const paymentId = idOf(object['payment_intent'])
  const orderId = object['object'] === 'refund' || object['object'] === 'dispute' ? undefined : orderInMetadata(object)
  if (!paymentId && !orderId) return undefined
  return { ...(orderId ? { orderId } : {}), ...(paymentId ? { paymentId } : {}) }
}

const orderInMetadata = ({ metadata }: JsonObject): string | undefined =>
  isJsonObject(metadata) ? idOf(metadata['order_id']) : undefined

const reversal = (object: JsonObject, { atMs }: EventInfo) => ({
  currency: object['currency'] === undefined ? undefined : currencyOf(object['currency']),
  atMs,
})

const ID = /^[\w.:-]{1,255}$/
const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)

function idOf(value: unknown): string | undefined {
  const id = isJsonObject(value) ? value['id'] : value
  if (id === undefined || id === null || id === '') return undefined
  if (!isId(id)) throw new Unread('content', 'id')
  return id
}

const AMOUNT_MAX = 1e12

function centsOf(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= AMOUNT_MAX) return value
  throw new Unread('content', name)
}

function currencyOf(value: unknown): string {
  if (typeof value === 'string' && /^[a-z]{3}$/i.test(value)) return value.toLowerCase()
  throw new Unread('content', 'currency')
}

function timeOf(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && Number.isInteger(seconds) && seconds > 0 && seconds <= AMOUNT_MAX
    ? seconds * 1_000
    : undefined
}

const ABOUT_OBJECT = [
  ...['id', 'object', 'status', 'payment_status', 'amount', 'amount_refunded', 'amount_total', 'currency'],
  ...['payment_intent', 'charge', 'client_reference_id', 'failure_reason'],
]

function aboutEvent(event: JsonObject): Readonly<Record<string, string | number>> {
  const object = isJsonObject(event['data']) && isJsonObject(event['data']['object']) ? event['data']['object'] : {}
  const details: [string, unknown][] = [
    ['event_id', event['id']],
    ...['type', 'created', 'api_version'].map((name): [string, unknown] => [name, event[name]]),
    ...ABOUT_OBJECT.map((name): [string, unknown] => [`object.${name}`, object[name]]),
  ]
  return Object.fromEntries(
    details.filter((pair): pair is [string, string | number] => isId(pair[1]) || typeof pair[1] === 'number'),
  )
}
