import { describe, expect, test } from '@jest/globals'
import { progressWords, tierProgress } from '../../../src/entities/pass/pass.js'

describe('tierProgress', () => {
  const tiers = [100, 200, 400].map((points, index) => ({
    tier: index + 1,
    points,
    free_reward: null,
    pass_reward: null,
  }))

  test('starts at zero before the first tier', () => {
    expect(tierProgress(tiers, 25)).toEqual({ reached: 0, next: tiers[0], missing: 75, share: 0.25 })
  })

  test('reaches a tier at exactly its points', () => {
    expect(tierProgress(tiers, 199).reached).toBe(1)
    expect(tierProgress(tiers, 200)).toEqual({ reached: 2, next: tiers[2], missing: 200, share: 0 })
  })

  test('has no next tier after the last one', () => {
    expect(tierProgress(tiers, 1_000)).toEqual({ reached: 3, next: null, missing: 0, share: 1 })
  })
})

describe('progressWords', () => {
  const tier = (number: number, points: number) => ({ tier: number, points, free_reward: null, pass_reward: null })
  const tiers = [tier(1, 1), tier(2, 40)]
  const wordsAt = (points: number) => progressWords(tierProgress(tiers, points))

  test('uses the singular for one point', () => {
    expect(wordsAt(0)).toBe('1 point to tier 1')
    expect(wordsAt(38)).toBe('Tier 1 reached, 2 points to tier 2')
    expect(wordsAt(39)).toBe('Tier 1 reached, 1 point to tier 2')
  })

  test('omits missing points after the last tier', () => {
    expect(wordsAt(40)).toBe('Every tier is reached')
  })
})
