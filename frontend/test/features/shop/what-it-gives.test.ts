import { expect, test } from '@jest/globals'
import { CATALOGUE } from '@kla/proto/web'
import { whatItGives } from '../../../src/features/shop/items/what-it-gives.js'

test('a pack says how many it gives', () => {
  expect(whatItGives(2)).toContain('10 saves')
  expect(whatItGives(3)).toContain('25 plays')
})

test('everything in the catalogue says what it gives', () => {
  for (const { id } of CATALOGUE) expect(whatItGives(id)).not.toBe('')
})

test('nothing is promised of an unknown item', () => {
  expect(whatItGives(99)).toBe('')
})
