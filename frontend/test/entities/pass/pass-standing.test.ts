import { expect, test } from '@jest/globals'
import { passStanding } from '../../../src/entities/pass/pass-standing.js'

const tiers = [100, 200, 400].map((points, index) => ({
  tier: index + 1,
  points,
  free_reward: null,
  pass_reward: null,
}))

test('before the first tier the way begins at nothing', () => {
  expect(passStanding(tiers, 25)).toEqual({ reached: 0, next: tiers[0], missing: 75, share: 0.25 })
})

test('a tier is reached at its very points', () => {
  expect(passStanding(tiers, 199).reached).toBe(1)
  expect(passStanding(tiers, 200)).toEqual({ reached: 2, next: tiers[2], missing: 200, share: 0 })
})

test('after the last there is nothing left to do', () => {
  expect(passStanding(tiers, 1_000)).toEqual({ reached: 3, next: null, missing: 0, share: 1 })
})
