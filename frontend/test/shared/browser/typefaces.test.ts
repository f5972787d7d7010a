import { expect, test } from '@jest/globals'
import { showOwnTypefaces } from '../../../src/shared/browser/typefaces.js'

test('enables the web fonts and remembers them for the next visit', () => {
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
