import { afterEach, expect, test } from '@jest/globals'
import { newId } from '../../../src/shared/browser/new-id.js'

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const whole = globalThis.crypto

afterEach(() => void Object.defineProperty(globalThis, 'crypto', { value: whole, configurable: true }))

test('is a random UUID, also where the page has no secure context', () => {
  expect(newId()).toMatch(VERSION_4)
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })
  const ids = Array.from({ length: 100 }, newId)
  for (const id of ids) expect(id).toMatch(VERSION_4)
  expect(new Set(ids).size).toBe(ids.length)
})
