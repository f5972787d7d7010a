import type Stripe from 'stripe'
import type { CheckoutOrder } from './payment-provider.js'

/**
 * A hosted checkout for one order. Everything comes from the order, because Stripe refuses a repeat under one key that
 * asks for something else.
 */
export function sessionParameters(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: order.orderId }
  return {
    mode: 'payment',
    line_items: order.lines.map((line) => ({
      quantity: line.quantity,
      price_data: { currency: order.currency, unit_amount: line.unitCents, product_data: { name: line.name } },
    })),
    client_reference_id: order.orderId,
    metadata,
    // Stripe copies these to the charge, where refunds look for the order.
    payment_intent_data: { metadata },
    ...(order.email === '' ? {} : { customer_email: order.email }),
    // The amount that comes back must be the order's, in the order's currency.
    adaptive_pricing: { enabled: false },
    success_url: order.returnUrl.replaceAll('{SESSION_ID}', '{CHECKOUT_SESSION_ID}'),
    cancel_url: order.cancelUrl,
    ...(order.expiresAtMs === undefined ? {} : { expires_at: Math.floor(order.expiresAtMs / 1_000) }),
  }
}
