import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { CardOutcome } from '../payments/cards.js'
import type { Deliveries, Timers } from '../payments/deliveries.js'

interface PaymentRequest {
  readonly orderId: string
  readonly amountCents: number
  readonly currency: string
  readonly lines: readonly { readonly name: string; readonly unitCents: number; readonly quantity: number }[]
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly email: string
  readonly expiresAtMs: number | undefined
}

/** Order with payments, refunds and chargebacks. */
export interface Order {
  readonly request: PaymentRequest
  readonly pageId: string
  status: 'open' | 'pending' | 'declined' | 'approved' | 'closed'
  declines: number
  receiptEmail: string
  transactionId?: string
  readonly refunds: { readonly id: string; readonly amountCents: number; failed: boolean }[]
  chargeback?: { readonly id: string; readonly amountCents: number }
}

const refundedCents = ({ refunds }: Order): number =>
  refunds.reduce((sum, { amountCents, failed }) => sum + (failed ? 0 : amountCents), 0)

export const canBePaid = ({ status }: Order): boolean => status === 'open' || status === 'declined'

export function readPaymentRequest(fields: Fields): PaymentRequest | undefined {
  const text = (name: string): string => fields.get(name) ?? ''
  const number = (name: string): number => (/^\d{1,9}$/.test(text(name)) ? Number(text(name)) : NaN)
  const lines = []
  for (let index = 1; fields.has(`item_${index}_name`); index += 1) {
    const of = `item_${index}`
    lines.push({ name: text(`${of}_name`), unitCents: number(`${of}_amount`), quantity: number(`${of}_quantity`) })
  }
  const amountCents = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
  const [returnUrl, cancelUrl] = [text('return_url'), text('cancel_url')]
  const sensible =
    amountCents > 0 &&
    amountCents === number('amount') &&
    /^[A-Z]{3}$/.test(text('currency')) &&
    /^[\w-]{1,64}$/.test(text('order_id')) &&
    /^(\d{10})?$/.test(text('expires_at')) &&
    [returnUrl, cancelUrl].every((url) => /^https?:\/\//.test(url) && URL.canParse(url))
  if (!sensible) return undefined
  const expiresAtMs = Number(text('expires_at')) * 1_000 || undefined
  const [orderId, currency, email] = [text('order_id'), text('currency'), text('customer_email')]
  return { orderId, amountCents, currency, lines, returnUrl, cancelUrl, email, expiresAtMs }
}

/** Orders in memory, by id and page. */
export interface Orders {
  /** Undefined if another request used the id. */
  open(request: PaymentRequest): Order | undefined
  find(orderId: string): Order | undefined
  ofPage(pageId: string): Order | undefined
  pay(order: Order, outcome: CardOutcome): Promise<string | undefined>
  closeOrder(order: Order): Promise<void>
  list(): readonly Order[]
}

const DECLINES_MAX = 5

interface OrdersOptions {
  readonly notify: Notify
  readonly timers: Timers
  readonly now: () => number
  readonly lateMs: number
}

export function createOrders({ notify, timers, now, lateMs }: OrdersOptions): Orders {
  const byId = new Map<string, Order>()
  const byPage = new Map<string, Order>()

  async function closeOrder(order: Order): Promise<void> {
    if (!canBePaid(order)) return
    order.status = 'closed'
    await notify(order, 'closed')
  }

  async function decline(order: Order, message: string): Promise<string> {
    order.status = 'declined'
    order.declines += 1
    await notify(order, 'declined')
    if (order.declines < DECLINES_MAX) return message
    await closeOrder(order)
    return 'Too many cards were declined.'
  }

  async function decideLate(order: Order, succeeds: boolean): Promise<void> {
    order.status = succeeds ? 'approved' : 'closed'
    await notify(order, order.status)
  }

  return {
    open(request) {
      const known = byId.get(request.orderId)
      if (known) return JSON.stringify(known.request) === JSON.stringify(request) ? known : undefined
      const order: Order = {
        request,
        pageId: randomUUID(),
        status: 'open',
        declines: 0,
        receiptEmail: request.email,
        refunds: [],
      }
      byId.set(request.orderId, order)
      byPage.set(order.pageId, order)
      if (request.expiresAtMs !== undefined) timers.after(request.expiresAtMs - now(), () => void closeOrder(order))
      return order
    },
    find: (orderId) => byId.get(orderId),
    ofPage: (pageId) => byPage.get(pageId),
    async pay(order, outcome) {
      if (!canBePaid(order)) return order.status === 'closed' ? 'This payment has ended.' : undefined
      if (outcome.kind === 'declined') return decline(order, outcome.message)
      order.transactionId = `T${randomUUID()}`
      order.status = outcome.kind === 'late' ? 'pending' : 'approved'
      if (outcome.kind === 'late') timers.after(lateMs, () => void decideLate(order, outcome.succeeds))
      if (outcome.kind === 'disputed') timers.after(lateMs, () => void chargeBack(order, 'chargeback', notify))
      await notify(order, order.status)
      return undefined
    },
    closeOrder,
    list: () => [...byId.values()],
  }
}

/** Applies a chargeback, its end or reversal; false if inapplicable. */
export async function chargeBack(
  order: Order,
  status: ChargebackStatus,
  notify: Notify,
  amountCents = order.request.amountCents,
): Promise<boolean> {
  if (order.status !== 'approved') return false
  const { id, amountCents: amount } = (order.chargeback ??= { id: `C${randomUUID()}`, amountCents })
  await notify(order, status, { chargeback_id: id, chargeback_amount: String(amount) })
  return true
}

export const CHARGEBACK_STATUSES = ['chargeback', 'chargeback_lost', 'chargeback_reversed'] as const
export type ChargebackStatus = (typeof CHARGEBACK_STATUSES)[number]

/** Refunds an amount or the rest; false if too much. */
export async function refund(order: Order, amountCents: number | undefined, notify: Notify): Promise<boolean> {
  const left = order.request.amountCents - refundedCents(order)
  const amount = amountCents ?? left
  if (order.status !== 'approved' || !Number.isInteger(amount) || amount < 1 || amount > left) return false
  const refunded = { id: `R${randomUUID()}`, amountCents: amount, failed: false }
  order.refunds.push(refunded)
  await notify(order, 'refunded', aboutRefund(order, refunded))
  return true
}

/** Fails the newest refund, as banks do days later. */
export async function failRefund(order: Order, notify: Notify): Promise<boolean> {
  const refunded = order.refunds.findLast(({ failed }) => !failed)
  if (!refunded) return false
  refunded.failed = true
  await notify(order, 'refund_failed', aboutRefund(order, refunded))
  return true
}

const aboutRefund = (order: Order, { id, amountCents }: Order['refunds'][number]) => ({
  refunded_amount: String(refundedCents(order)),
  refund_id: id,
  refund_amount: String(amountCents),
})

/** Each name once. Signatures: commerce's acquirer.md. */
type Fields = ReadonlyMap<string, string>

type Purpose = 'payment' | 'notification' | 'status-request' | 'status-answer'

const percentEncode = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

function sign(purpose: Purpose, fields: Fields, secret: string): string {
  const pairs = [...fields].filter(([name]) => name !== 'signature')
  const canonical = pairs.map((pair) => pair.map(percentEncode).join('=')).sort()
  return createHmac('sha256', secret)
    .update(`${purpose}\n${canonical.join('&')}`)
    .digest('hex')
}

export function writeMessage(purpose: Purpose, fields: Fields, secret: string): string {
  return new URLSearchParams([...fields, ['signature', sign(purpose, fields, secret)]]).toString()
}

/** Undefined unless the merchant signed it and fields are unique. */
export function readMessage(purpose: Purpose, form: URLSearchParams, secret: string): Fields | undefined {
  const fields = new Map(form)
  if (fields.size !== [...form].length) return undefined
  const expected = Buffer.from(sign(purpose, fields, secret))
  const given = Buffer.from(fields.get('signature') ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected) ? fields : undefined
}

/** Resolves when the caller may continue. */
export type Notify = (order: Order, status: string, more?: Readonly<Record<string, string>>) => Promise<void>

export function createNotify(
  deliveries: Deliveries,
  merchant: { readonly id: string; readonly secret: string },
  now: () => number,
): Notify {
  return async ({ request, transactionId }, status, more = {}) => {
    const eventId = `E${randomUUID()}`
    const facts: [string, string][] = [
      ['event_id', eventId],
      ['merchant_id', merchant.id],
      ['order_id', request.orderId],
      ['status', status],
      ['amount', String(request.amountCents)],
      ['currency', request.currency],
      ['occurred_at', seconds(now())],
      ...Object.entries(more),
    ]
    if (transactionId !== undefined) facts.push(['transaction_id', transactionId])
    const attempt = (nowMs: number) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: writeMessage('notification', new Map([...facts, ['timestamp', seconds(nowMs)]]), merchant.secret),
    })
    const delivered = deliveries.deliver([{ eventId, type: status, attempt }])
    if (deliveries.faults.beforeRedirect) await delivered
  }
}

export const seconds = (ms: number): string => String(Math.floor(ms / 1_000))
