import { expect, test } from '@jest/globals'
import { ORDER_STATUSES } from '@kla/proto/web'
import { STATUS_WORDS, takenBack } from '../../../src/features/settings/purchases/order-words.js'

const line = (units_withdrawn: number, units_spent: number) => ({
  item_id: 2,
  name: 'Pack of GIF Saves [10x]',
  quantity: 2,
  units: 20,
  units_withdrawn,
  units_spent,
})

test('every status has words of its own', () => {
  const words = ORDER_STATUSES.map((status) => STATUS_WORDS[status])
  expect(words).not.toContain(undefined)
  expect(new Set(words).size).toBe(ORDER_STATUSES.length)
})

test('nothing is said where everything stayed', () => {
  expect(takenBack(line(0, 0))).toBeNull()
})

test('says how many were taken back', () => {
  expect(takenBack(line(20, 0))).toBe('20 GIF saves taken back.')
  expect(takenBack(line(1, 0))).toBe('1 GIF save taken back.')
})

test('says how many had been spent', () => {
  expect(takenBack(line(12, 8))).toBe('12 GIF saves taken back; 8 had been spent already.')
  expect(takenBack(line(0, 20))).toBe('Nothing taken back; 20 had been spent already.')
})
