import { expect, test } from '@jest/globals'
import { rememberedWish, rememberWish } from '../../../src/entities/matching/wish.js'

function memory(content: Record<string, string> = {}) {
  const kept = new Map(Object.entries(content))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('is remembered', () => {
  const browser = memory()
  rememberWish({ mode: 'stamina', category: 'trans' }, browser)
  expect(rememberedWish(browser)).toEqual({ mode: 'stamina', category: 'trans' })
})

test.each(['nonsense', '7', 'null', '{"mode":"chess","category":["gay"]}'])('ignores the stored value %s', (text) => {
  expect(rememberedWish(memory({ 'kla-match': text }))).toEqual({ mode: 'rush', category: 'default' })
})

test('keeps the valid fields of a stored wish', () => {
  expect(rememberedWish(memory({ 'kla-match': '{"mode":"stamina","category":"gone"}' }))).toEqual({
    mode: 'stamina',
    category: 'default',
  })
})
