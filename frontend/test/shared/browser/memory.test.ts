import { expect, test } from '@jest/globals'
import { browserMemory } from '../../../src/shared/browser/memory.js'

test('falls back to memory where the browser has no storage', () => {
  const memory = browserMemory('localStorage')
  expect(memory.getItem('key')).toBeNull()
  memory.setItem('key', 'value')
  expect(memory.getItem('key')).toBe('value')
  memory.removeItem('key')
  expect(memory.getItem('key')).toBeNull()
})
