import { describe, expect, test } from '@jest/globals'
import { ORDER_STATUSES } from '@kla/proto/web'
import { verdictOn, withdrawalWords } from '../../../src/entities/shop/items.js'
import { ORDER_STATUS } from '../../../src/texts/items.js'

describe('order texts', () => {
  const line = (units_withdrawn: number, units_spent: number) => ({
    item_id: 2,
    name: 'Pack of GIF Saves [10x]',
    quantity: 2,
    units: 20,
    units_withdrawn,
    units_spent,
  })

  test('describe every status', () => {
    const words = ORDER_STATUSES.map((status) => ORDER_STATUS[status])
    expect(words).not.toContain(undefined)
    expect(new Set(words).size).toBe(ORDER_STATUSES.length)
  })

  test('are empty when nothing was taken back', () => {
    expect(withdrawalWords(line(0, 0))).toBeNull()
  })

  test('say how many were taken back', () => {
    expect(withdrawalWords(line(20, 0))).toBe('20 GIF saves taken back.')
    expect(withdrawalWords(line(1, 0))).toBe('1 GIF save taken back.')
  })

  test('say how many had been spent', () => {
    expect(withdrawalWords(line(12, 8))).toBe('12 GIF saves taken back; 8 had already been spent.')
    expect(withdrawalWords(line(0, 20))).toBe('Nothing taken back; 20 had already been spent.')
  })
})

describe('verdictOn', () => {
  test('confirms a paid purchase with its total', () => {
    expect(verdictOn({ payment_status: 'paid', amount_total: 1550 })).toEqual({
      kind: 'paid',
      text: 'Thanks for your purchase! Total $15.50',
    })
  })

  test('offers to check an unpaid purchase again', () => {
    expect(verdictOn({ payment_status: 'unpaid', amount_total: 299 })).toEqual({
      kind: 'unpaid',
      text: 'Payment not completed yet. Please check again.',
    })
  })

  test('reports a failed request as undecided', () => {
    expect(verdictOn(undefined)).toEqual({
      kind: 'unknown',
      text: 'Could not verify payment, but items may still be granted.',
    })
  })
})
