import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { INITIAL_RATING, rate } from '../../../src/matchmaking/rules/pairing.js'

const rating = fc.double({ min: 500, max: 2_500, noNaN: true })

test('moves equal ratings by half a step', () => {
  expect(rate(INITIAL_RATING, INITIAL_RATING)).toEqual({ winner: 1_516, loser: 1_484 })
})

test('gives the winner what the loser loses, at most a step', () => {
  fc.assert(
    fc.property(rating, rating, (one, other) => {
      const { winner, loser } = rate(one, other)
      expect(winner + loser).toBeCloseTo(one + other)
      expect(winner).toBeGreaterThanOrEqual(one)
      expect(winner - one).toBeLessThanOrEqual(32)
    }),
  )
})

test('gives more for beating a better player', () => {
  expect(rate(1_400, 1_600).winner - 1_400).toBeGreaterThan(rate(1_600, 1_400).winner - 1_600)
})
