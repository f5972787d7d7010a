import { describe, expect, test } from '@jest/globals'
import { chooseBy } from '../../src/route/route.js'

const gateways = ['gateway-1', 'gateway-2', 'gateway-3'].map((name) => ({ name }))
const keys = Array.from({ length: 3_000 }, (_, index) => `room ${index}`)

describe('chooseBy', () => {
  test('returns the same target for the same key and spreads keys over all targets', () => {
    const shares = gateways.map((gateway) => keys.filter((key) => chooseBy(key, gateways) === gateway).length)
    expect(keys.every((key) => chooseBy(key, [...gateways].reverse()) === chooseBy(key, gateways))).toBe(true)
    for (const share of shares) expect(Math.abs(share - 1_000)).toBeLessThan(150)
  })

  test('moves only the keys of a target that leaves', () => {
    const [gone, ...rest] = gateways
    for (const key of keys) {
      const before = chooseBy(key, gateways)
      if (before !== gone) expect(chooseBy(key, rest)).toBe(before)
    }
  })

  test('returns none when there are no targets', () => {
    expect(chooseBy('room', [])).toBeUndefined()
  })
})
