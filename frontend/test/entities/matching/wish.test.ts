import { expect, test } from '@jest/globals'
import { rememberedWish, rememberWish } from '../../../src/entities/matching/wish.js'
import { fakeMemory } from '../../fake-memory.js'

test('is remembered', () => {
  const browser = fakeMemory()
  rememberWish({ mode: 'stamina', category: 'trans' }, browser)
  expect(rememberedWish(browser)).toEqual({ mode: 'stamina', category: 'trans' })
})

test.each(['nonsense', '7', 'null', '{"mode":"chess","category":["gay"]}'])('ignores the stored value %s', (text) => {
  expect(rememberedWish(fakeMemory({ 'kla-match': text }))).toEqual({ mode: 'rush', category: 'default' })
})

test('keeps the valid fields of a stored wish', () => {
  expect(rememberedWish(fakeMemory({ 'kla-match': '{"mode":"stamina","category":"gone"}' }))).toEqual({
    mode: 'stamina',
    category: 'default',
  })
})
