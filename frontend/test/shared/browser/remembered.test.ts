import { expect, test } from '@jest/globals'
import { remembered } from '../../../src/shared/browser/remembered.js'

const memoryOf = (entries: Record<string, string> = {}) => {
  const held = new Map(Object.entries(entries))
  return {
    held,
    memory: () => ({
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
    }),
  }
}

test('reads what was stored, once', () => {
  const { memory, held } = memoryOf({ volume: '0.5' })
  const setting = remembered('volume', Number, memory)
  expect(setting.get()).toBe(0.5)
  held.set('volume', '1')
  expect(setting.get()).toBe(0.5)
})

test('gives the reader null where nothing is stored', () => {
  expect(remembered<boolean>('hidden', (stored) => stored === null, memoryOf().memory).get()).toBe(true)
})

test('stores a new value and notifies listeners', () => {
  const { memory, held } = memoryOf()
  const setting = remembered<boolean>('hidden', (stored) => stored === 'true', memory)
  const heard: boolean[] = []
  const off = setting.subscribe(() => heard.push(setting.get()))
  setting.set(true)
  off()
  setting.set(false)
  expect(held.get('hidden')).toBe('false')
  expect(heard).toEqual([true])
})
