import { describe, expect, test } from '@jest/globals'
import { asAssumed, readEstimates } from '../../src/model/assumptions.js'
import { check } from '../../src/model/check.js'
import { playOut } from '../../src/model/play-out.js'

const estimates = readEstimates()
const OPTIONS = { players: 600, hours: 1, seed: 11 }

describe('simulated crowd', () => {
  test.each(['value', 'cheap', 'dear'] as const)('does as often what the model says, at the %s of all assumptions', (outlook) => {
    for (const { name, difference, tolerance } of check(asAssumed(estimates, outlook), OPTIONS)) {
      expect({ name, within: difference <= tolerance }).toEqual({ name, within: true })
    }
  })

  test('differs from a model with other assumptions', () => {
    const assumed = asAssumed(estimates)
    const happened = playOut(assumed, OPTIONS)
    const twice = playOut({ ...assumed, chatLinesPerMinute: assumed.chatLinesPerMinute * 2 }, OPTIONS)
    expect(twice.lines / happened.lines).toBeGreaterThan(1.9)
  })

  test('is reproducible for a seed', () => {
    const assumed = asAssumed(estimates)
    expect(playOut(assumed, OPTIONS)).toEqual(playOut(assumed, OPTIONS))
    expect(playOut(assumed, OPTIONS)).not.toEqual(playOut(assumed, { ...OPTIONS, seed: 12 }))
  })
})
