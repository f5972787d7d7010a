import { expect, test } from '@jest/globals'
import { showOwnTypefaces } from '../../../src/shared/browser/typefaces.js'

test('the page has its own typefaces, and the next visit has them at once', () => {
  const page = { dataset: { typefaces: 'later' } as DOMStringMap }
  const kept = new Map<string, string>()
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  showOwnTypefaces(page, memory)
  expect(page.dataset).toEqual({})
  expect([...kept]).toEqual([['typefaces-fetched', 'true']])
})
