import { expect, test } from '@jest/globals'
import { asAssumed, readEstimates } from '../../src/model/assumptions.js'
import { costsOf } from '../../src/model/costs.js'
import { LIMITS, playersAt } from '../../src/model/limits.js'
import { cellFor } from '../../src/model/plan.js'
import { madeUpCosts } from './made-up-costs.js'

const likely = asAssumed(readEstimates())
const costs = costsOf(madeUpCosts())

test.each(LIMITS.map((limit) => [limit.name, limit] as const))(
  '%s is full where the search says, and not before',
  (_, limit) => {
    const used = (players: number): number => limit.used(cellFor(players, costs, likely), costs, likely)
    const at = playersAt(limit, costs, likely)
    if (at === undefined) {
      expect(used(1_000_000)).toBeLessThan(1)
      return
    }
    expect(used(at)).toBeGreaterThanOrEqual(1)
    expect(used(at * 0.99)).toBeLessThanOrEqual(1.01)
  },
)
