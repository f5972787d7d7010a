import { afterEach, expect, test } from '@jest/globals'
import { browserMemory } from '../../../src/shared/browser/memory.js'

afterEach(() => void Reflect.deleteProperty(globalThis, 'window'))

const setStorage = (storage: Partial<Storage>) => Object.assign(globalThis, { window: { localStorage: storage } })

test('falls back to memory where the browser has no storage', () => {
  const memory = browserMemory('localStorage')
  expect(memory.getItem('key')).toBeNull()
  memory.setItem('key', 'value')
  expect(memory.getItem('key')).toBe('value')
  memory.removeItem('key')
  expect(memory.getItem('key')).toBeNull()
})

test('remembers for the whole page what the browser does not store', () => {
  browserMemory('sessionStorage').setItem('choice', '1')
  expect(browserMemory('sessionStorage').getItem('choice')).toBe('1')
  expect(browserMemory('localStorage').getItem('choice')).toBeNull()
  browserMemory('sessionStorage').removeItem('choice')
})

test('keeps what a full storage refuses, in place of what it has', () => {
  const kept: Record<string, string> = { name: 'before' }
  setStorage({
    getItem: (key) => kept[key] ?? null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (key) => void delete kept[key],
  })
  const memory = browserMemory('localStorage')
  expect(memory.getItem('name')).toBe('before')
  memory.setItem('name', 'after')
  expect(memory.getItem('name')).toBe('after')
  memory.removeItem('name')
  expect(memory.getItem('name')).toBeNull()
})

test('reads what another tab stores', () => {
  const kept: Record<string, string> = {}
  setStorage({
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => void (kept[key] = value),
    removeItem: () => undefined,
  })
  const memory = browserMemory('localStorage')
  memory.setItem('theme', 'dark')
  kept['theme'] = 'light'
  expect(memory.getItem('theme')).toBe('light')
})
