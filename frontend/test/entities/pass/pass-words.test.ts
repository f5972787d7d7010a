import { expect, test } from '@jest/globals'
import { passStanding } from '../../../src/entities/pass/pass-standing.js'
import { standingWords } from '../../../src/entities/pass/pass-words.js'

const tier = (number: number, points: number) => ({ tier: number, points, free_reward: null, pass_reward: null })
const tiers = [tier(1, 1), tier(2, 40)]
const wordsAt = (points: number) => standingWords(passStanding(tiers, points))

test('one point is a point, more are points', () => {
  expect(wordsAt(0)).toBe('1 point to tier 1')
  expect(wordsAt(38)).toBe('Tier 1 reached, 2 points to tier 2')
  expect(wordsAt(39)).toBe('Tier 1 reached, 1 point to tier 2')
})

test('after the last tier nothing is missing', () => {
  expect(wordsAt(40)).toBe('Every tier is reached')
})
