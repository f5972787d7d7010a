import { expect, test } from '@jest/globals'
import { receiptHint } from '../../../src/features/shop/checkout/receipt-hint.js'

test('Stripe is told the address', () => {
  expect(receiptHint({ provider: 'stripe', publishableKey: 'pk_1' })).toBe(
    'It goes to the payment provider with your purchase. We do not keep it.',
  )
})

test('an acquirer is not: its page asks', () => {
  const hint = receiptHint({ provider: 'acquirer', publishableKey: '' })
  expect(hint).toContain('The payment page asks for it')
  expect(hint).not.toContain('goes to the payment provider')
})

test('nothing is promised about a provider that is not known yet', () => {
  expect(receiptHint(undefined)).toBe('We do not keep it.')
})
