import { signed, type Fields, type Secrets } from './acquirer-signature.js'
import type { CheckoutForm, CheckoutOrder } from './payment-provider.js'

export interface FormOptions {
  readonly merchantId: string
  readonly secrets: Secrets
  /** The acquirer's hosted page. */
  readonly payUrl: string
}

/** The form with which a browser is sent to pay an order: the same for each call, and worth nothing but that payment. */
export function paymentForm(order: CheckoutOrder, { merchantId, secrets, payUrl }: FormOptions): CheckoutForm {
  const fields = signed('payment', new Map([['merchant_id', merchantId], ...fieldsOf(order)]), secrets)
  return { action: payUrl, fields: [...fields].map(([name, value]) => ({ name, value })) }
}

function fieldsOf(order: CheckoutOrder): Fields {
  const fields = new Map([
    ['order_id', order.orderId],
    ['amount', String(order.totalCents)],
    ['currency', order.currency.toUpperCase()],
    ['return_url', order.returnUrl.replaceAll('{SESSION_ID}', encodeURIComponent(order.orderId))],
    ['cancel_url', order.cancelUrl],
  ])
  for (const [index, line] of order.lines.entries()) {
    fields.set(`item_${index + 1}_name`, line.name)
    fields.set(`item_${index + 1}_amount`, String(line.unitCents))
    fields.set(`item_${index + 1}_quantity`, String(line.quantity))
  }
  if (order.email !== '') fields.set('customer_email', order.email)
  if (order.expiresAtMs !== undefined) fields.set('expires_at', String(Math.floor(order.expiresAtMs / 1_000)))
  return fields
}
