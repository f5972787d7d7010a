import { describe, expect, test } from '@jest/globals'
import { crowdSizeFor, parseFileLimit } from '../../src/crowd/size.js'

describe('parseFileLimit', () => {
  test.each([
    ['Max open files            1024                 20000                files     \n', 20_000],
    ['Max open files            unlimited            unlimited            files     \n', Infinity],
  ])('reads the hard limit of %j', (line, limit) => {
    expect(parseFileLimit(`Limit   Soft Limit   Hard Limit   Units\n${line}Max locked memory 1 2 bytes\n`)).toBe(limit)
  })

  test('refuses a text without the limit', () => {
    expect(() => parseFileLimit('')).toThrow()
  })
})

const wish = { toKill: 20_000 }

describe('crowdSizeFor', () => {
  test('seats 100,000 players on two gateways without a limit', () => {
    expect(crowdSizeFor(Infinity, wish, 4)).toEqual({ players: 100_000, gateways: 2, toKill: 20_000, generators: 5 })
  })

  test('seats as many as the other gateways can hold after one is killed', () => {
    expect(crowdSizeFor(20_000, wish, 4)).toEqual({ players: 58_500, gateways: 4, toKill: 19_500, generators: 3 })
  })

  test('starts no more gateways than a smaller crowd needs', () => {
    expect(crowdSizeFor(20_000, { ...wish, players: 401, toKill: 150 }, 4)).toEqual({
      players: 400,
      gateways: 2,
      toKill: 150,
      generators: 1,
    })
  })

  test('kills a gateway with no more players than there are', () => {
    expect(crowdSizeFor(20_000, { players: 19_000, gateways: 2, toKill: 30_000 }, 4)).toMatchObject({ toKill: 19_000 })
  })

  test.each([1, 5])('refuses %d gateways', (gateways) => {
    expect(() => crowdSizeFor(20_000, { ...wish, gateways }, 4)).toThrow('2 to 4 gateways')
  })
})
