import { checkoutExpiresAtMs, type Order } from '../domain/index.js'
import type { CheckoutOrder } from './payment-provider.js'

/** An order as its provider has to know it. `email` is for the receipt, empty when it is not known any more. */
export const checkoutOrder = (order: Order, publicUrl: string, email: string): CheckoutOrder => ({
  orderId: order.id,
  lines: order.lines.map(({ name, unitCents, quantity }) => ({ name, unitCents, quantity })),
  totalCents: order.totalCents,
  currency: order.currency,
  returnUrl: `${publicUrl}/settings?session_id={SESSION_ID}`,
  cancelUrl: `${publicUrl}/shop`,
  email,
  expiresAtMs: checkoutExpiresAtMs(order.createdAtMs),
})
