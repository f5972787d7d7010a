import { describe, expect, test } from '@jest/globals'
import { REASONS } from '@kla/proto/web'
import { problemBefore, problemOf } from '../../../src/features/shop/checkout/checkout-problem.js'

const stripe = { provider: 'stripe', publishableKey: 'pk_1' } as const
const acquirer = { provider: 'acquirer', publishableKey: '' } as const

describe('before paying', () => {
  test('nothing forbids it with an e-mail and a key', () => {
    expect(problemBefore('me@kla.test', stripe)).toBeNull()
  })

  test.each(['', '  \t'])('a receipt needs an e-mail, and %j is none', (email) => {
    expect(problemBefore(email, stripe)).toEqual({ about: 'email', text: 'Please enter an email for the receipt.' })
  })

  test.each(['nonsense', 'a@b', 'a b@c.d', '@b.c', 'a@b..c'])('%j is said to be no whole address', (email) => {
    expect(problemBefore(email, stripe)).toEqual({
      about: 'email',
      text: 'This is not a whole email address. It should look like name@example.com.',
    })
  })

  test('the words are those of the contract', () => {
    expect(problemBefore('a@b', stripe)?.text).toBe(REASONS.RECEIPT_EMAIL_INVALID.text)
    expect(problemBefore('', stripe)?.text).toBe(REASONS.RECEIPT_EMAIL_REQUIRED.text)
  })

  test('Stripe needs its key', () => {
    expect(problemBefore('me@kla.test', { ...stripe, publishableKey: '' })).toEqual({
      about: 'checkout',
      text: 'Stripe publishable key missing. Set VITE_STRIPE_PUBLISHABLE_KEY or REACT_APP_STRIPE_PK.',
    })
  })

  test('another provider needs none', () => {
    expect(problemBefore('me@kla.test', acquirer)).toBeNull()
  })

  test('what the server has not told yet forbids nothing', () => {
    expect(problemBefore('me@kla.test', undefined)).toBeNull()
  })
})

describe('a failed checkout', () => {
  const FAILED = 'Checkout failed. Please try again.'

  test.each(['RECEIPT_EMAIL_REQUIRED', 'RECEIPT_EMAIL_INVALID'] as const)('for %s is one line beside the address', (code) => {
    const { text } = REASONS[code]
    expect(problemOf({ status: 400, data: { error: text, code } })).toEqual({ about: 'email', text })
  })

  test('says so, with what the server refuses', () => {
    const refusal = 'One of these items is not on sale now.'
    const error = { status: 400, data: { error: refusal, code: 'ITEM_NOT_ON_SALE' } }
    expect(problemOf(error)).toEqual({ about: 'checkout', text: FAILED, detail: refusal })
  })

  test('does not repeat itself', () => {
    expect(problemOf({ status: 429, data: { error: FAILED, code: 'X' } })).toEqual({ about: 'checkout', text: FAILED })
  })

  test('keeps the words of a breakdown to itself', () => {
    const error = { status: 500, data: { error: 'Something went wrong on our side.', code: 'INTERNAL' } }
    expect(problemOf(error)).toEqual({ about: 'checkout', text: FAILED })
  })

  test('says when nobody answered', () => {
    expect(problemOf({ status: 'FETCH_ERROR', error: 'TypeError' })).toMatchObject({
      text: FAILED,
      detail: 'Kla is not answering.',
    })
  })

  test.each([[undefined], [{ status: 'PARSING_ERROR', originalStatus: 502, data: '<html>' }]])(
    '%j is one too',
    (error) => {
      expect(problemOf(error)).toEqual({ about: 'checkout', text: FAILED })
    },
  )
})
