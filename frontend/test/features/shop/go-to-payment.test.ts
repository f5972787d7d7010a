import { expect, test } from '@jest/globals'
import { goToPayment } from '../../../src/features/shop/checkout/go-to-payment.js'

const FAILED = 'Stripe redirection failed.'

test('the browser goes where the server says', () => {
  const gone: string[] = []
  expect(goToPayment('https://pay.test/cs_1?a=b', (url) => gone.push(url))).toBeNull()
  expect(gone).toEqual(['https://pay.test/cs_1?a=b'])
})

test('a failure is told in its own words, or in ours', () => {
  const failing = (error: unknown) => () => {
    throw error
  }
  expect(goToPayment('https://pay.test', failing(new Error('Blocked by the browser.')))).toBe('Blocked by the browser.')
  expect(goToPayment('https://pay.test', failing(new Error('')))).toBe(FAILED)
  expect(goToPayment('https://pay.test', failing(null))).toBe(FAILED)
})

test.each(['', 'pay', '/pay', 'javascript:alert(1)', 'data:text/html,x'])('%j is no page to pay on', (url) => {
  const gone: string[] = []
  expect(goToPayment(url, (to) => gone.push(to))).toBe(FAILED)
  expect(gone).toEqual([])
})
