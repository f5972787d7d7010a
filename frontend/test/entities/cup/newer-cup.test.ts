import { expect, test } from '@jest/globals'
import { newerCup } from '../../../src/entities/cup/newer-cup.js'
import { cup } from './cup-data.js'

test('an answer that was overtaken is no news', () => {
  const held = cup({ version: 5 })
  expect(newerCup(held, cup({ version: 4 }))).toBe(held)
})

test('what is as new is taken: it may say more about oneself', () => {
  const told = cup({ version: 5, you: { entered: true, checked_in: false } })
  expect(newerCup(cup({ version: 5 }), told)).toBe(told)
})
