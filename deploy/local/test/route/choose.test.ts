import { expect, test } from '@jest/globals'
import { chooseBy } from '../../src/route/route.js'

const gateways = ['gateway-1', 'gateway-2', 'gateway-3'].map((name) => ({ name }))
const keys = Array.from({ length: 3_000 }, (_, index) => `room ${index}`)

test('the same key always leads to the same one, and keys spread over all', () => {
  const shares = gateways.map((gateway) => keys.filter((key) => chooseBy(key, gateways) === gateway).length)
  expect(keys.every((key) => chooseBy(key, [...gateways].reverse()) === chooseBy(key, gateways))).toBe(true)
  for (const share of shares) expect(Math.abs(share - 1_000)).toBeLessThan(150)
})

test('when one goes, only its own keys move', () => {
  const [gone, ...rest] = gateways
  for (const key of keys) {
    const before = chooseBy(key, gateways)
    if (before !== gone) expect(chooseBy(key, rest)).toBe(before)
  }
})

test('among none there is nothing to choose', () => {
  expect(chooseBy('room', [])).toBeUndefined()
})
