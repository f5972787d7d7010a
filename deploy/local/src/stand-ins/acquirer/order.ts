import type { Fields } from './message.js'

/** What a merchant asks to be paid. */
export interface PaymentRequest {
  readonly orderId: string
  readonly amountCents: number
  /** ISO 4217, in capitals. */
  readonly currency: string
  readonly lines: readonly { readonly name: string; readonly unitCents: number; readonly quantity: number }[]
  readonly returnUrl: string
  readonly cancelUrl: string
  /** For the receipt; empty if the merchant does not say, and the page has to ask. */
  readonly email: string
  /** Unix milliseconds. */
  readonly expiresAtMs: number | undefined
}

/** An order and what became of it. */
export interface Order {
  readonly request: PaymentRequest
  /** Names its page; who does not come from the merchant cannot guess it. */
  readonly pageId: string
  status: 'open' | 'pending' | 'declined' | 'approved' | 'closed'
  declines: number
  /** Where the receipt goes; empty while nobody has said. */
  receiptEmail: string
  transactionId?: string
  refundedCents: number
  chargebackId?: string
}

export const canBePaid = ({ status }: Order): boolean => status === 'open' || status === 'declined'

/** The request in a payment form; undefined if it makes no sense. */
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
