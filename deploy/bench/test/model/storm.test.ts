import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { asAssumed, readEstimates } from '../../src/model/assumptions.js'
import { costsOf, RETURN } from '../../src/model/costs.js'
import { cellFor } from '../../src/model/plan.js'
import { stormOf } from '../../src/model/storm.js'
import { madeUpCosts } from './made-up-costs.js'

const likely = asAssumed(readEstimates())
const stormWith = (returns: Readonly<Record<string, number>>, players = 100_000) => {
  const costs = costsOf(madeUpCosts({ [RETURN]: returns }))
  return stormOf(cellFor(players, costs, likely), costs, likely)
}

describe('stormOf', () => {
  test('needs a gateway that is left', () => {
    expect(stormWith({}, 100)).toBeUndefined()
  })

  test('seats players of battles no later than everyone, and none before its back-off', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 1_000_000 }), fc.integer({ min: 1, max: 50_000 }), (players, rooms) => {
        const storm = stormWith({ 'cpu.rooms': rooms }, players)
        if (!storm) throw new Error('no gateway is left')
        expect(storm.inBattles).toBeLessThan(storm.connections)
        expect(storm.battlesSeconds).toBeGreaterThanOrEqual(1.5)
        expect(storm.battlesSeconds).toBeLessThanOrEqual(storm.allSeconds)
      }),
    )
  })

  test('takes as long as what is fully used, and names it', () => {
    const cheap = stormWith({ 'cpu.rooms': 10_000 })
    const dear = stormWith({ 'cpu.rooms': 20_000 })
    expect([cheap?.bottleneck, dear?.bottleneck]).toEqual(['rooms', 'rooms'])
    expect((dear?.allSeconds ?? 0) - 0.5).toBeCloseTo(((cheap?.allSeconds ?? 0) - 0.5) * 2, 6)
    expect(stormWith({ 'cpu.redis': 50_000 })?.bottleneck).toBe('redis')
  })
})
