import { expect, test } from '@jest/globals'
import { createHolding } from '../../../src/shared/realtime/holding.js'

function setUp() {
  const calls: string[] = []
  const hold = createHolding({ connect: () => void calls.push('connect'), close: () => void calls.push('close') })
  return { calls, hold }
}

test('connects with the first holder and closes with the last', () => {
  const { calls, hold } = setUp()
  const release = [hold(), hold()]
  expect(calls).toEqual(['connect'])
  release[0]?.()
  expect(calls).toEqual(['connect'])
  release[1]?.()
  expect(calls).toEqual(['connect', 'close'])
})

test('connects again for a later holder', () => {
  const { calls, hold } = setUp()
  hold()()
  hold()
  expect(calls).toEqual(['connect', 'close', 'connect'])
})
