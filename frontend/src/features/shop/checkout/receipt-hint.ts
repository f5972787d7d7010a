import type { ClientConfig } from '@kla/proto/web'

/** What becomes of the receipt's address. `payments` is undefined while the server has not told it. */
export const receiptHint = (payments: ClientConfig['payments'] | undefined): string => {
  switch (payments?.provider) {
    case 'stripe':
      return 'It goes to the payment provider with your purchase. We do not keep it.'
    case 'acquirer':
      return 'The payment page asks for it too, and the receipt goes to what you enter there. We do not keep this one.'
    default:
      return 'We do not keep it.'
  }
}
