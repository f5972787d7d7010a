import { expect, test } from '@jest/globals'
import { createHolding } from '../../../src/shared/realtime/holding.js'

function setUp() {
  const calls: string[] = []
  const hold = createHolding({ connect: () => void calls.push('connect'), close: () => void calls.push('close') })
  return { calls, hold }
}

test('is open from the first who holds it to the last', () => {
  const { calls, hold } = setUp()
  const release = [hold(), hold()]
  expect(calls).toEqual(['connect'])
  release[0]?.()
  expect(calls).toEqual(['connect'])
  release[1]?.()
  expect(calls).toEqual(['connect', 'close'])
})

test('opens anew for who comes later', () => {
  const { calls, hold } = setUp()
  hold()()
  hold()
  expect(calls).toEqual(['connect', 'close', 'connect'])
})
