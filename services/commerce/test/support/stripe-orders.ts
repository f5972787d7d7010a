import { randomUUID } from 'node:crypto'
import type { CheckoutOrder } from '../../src/payments/payment-provider.js'

/** An order of two lines, $8.47 together. */
export const newOrder = (changes: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  orderId: randomUUID(),
  lines: [
    { name: 'Pack of GIF Saves [10x]', unitCents: 299, quantity: 2 },
    { name: 'Wild Card [25x]', unitCents: 249, quantity: 1 },
  ],
  totalCents: 847,
  currency: 'usd',
  returnUrl: 'http://localhost:8080/settings?session_id={SESSION_ID}',
  cancelUrl: 'http://localhost:8080/shop',
  email: 'robin@players.example',
  ...changes,
})
