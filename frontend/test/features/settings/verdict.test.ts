import { expect, test } from '@jest/globals'
import { verdictOn } from '../../../src/features/settings/purchase/verdict.js'

test('a paid purchase is thanked for, with its total', () => {
  expect(verdictOn({ payment_status: 'paid', amount_total: 1550 })).toEqual({
    kind: 'paid',
    text: 'Thanks for your purchase! Total $15.50',
  })
})

test('an unpaid one can be asked about again', () => {
  expect(verdictOn({ payment_status: 'unpaid', amount_total: 299 })).toEqual({
    kind: 'unpaid',
    text: 'Payment not completed yet. Please check again.',
  })
})

test('no answer is no verdict', () => {
  expect(verdictOn(undefined)).toEqual({
    kind: 'unknown',
    text: 'Could not verify payment, but items may still be granted.',
  })
})
