import { randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const symbols = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const newStripeId = {
  session: () => `cs_test_${symbols(58)}`,
  paymentIntent: () => `pi_${symbols(24)}`,
  charge: () => `ch_${symbols(24)}`,
  refund: () => `re_${symbols(24)}`,
  dispute: () => `du_${symbols(24)}`,
  event: () => `evt_${symbols(24)}`,
  request: () => `req_${symbols(14)}`,
} as const
