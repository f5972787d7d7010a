import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openSilentAddress, type SilentAddress } from '@kla/testkit'
import { createAcquirerProvider } from '../../src/payments/acquirer-provider.js'
import { createStripeProvider } from '../../src/payments/stripe.js'

let silent: SilentAddress
beforeAll(async () => {
  silent = await openSilentAddress()
})
afterAll(() => silent.close())

const url = (): string => `http://127.0.0.1:${silent.port}`
const toleranceMs = 300_000

// With the timeouts of the services themselves.
test.each([
  [
    'Stripe',
    () => createStripeProvider({ secretKey: 'sk_test', webhookSecrets: ['whsec'], apiUrl: url(), toleranceMs }),
    'cs_test_1',
  ],
  [
    'the acquirer',
    () => createAcquirerProvider({ merchantId: 'm', secrets: ['secret'], payUrl: url(), apiUrl: url(), toleranceMs }),
    'order-1',
  ],
])(
  '%s is left when its address swallows connections',
  async (_name, open, checkout) => {
    await expect(open().readCheckout(checkout)).rejects.toThrow()
  },
  15_000,
)
