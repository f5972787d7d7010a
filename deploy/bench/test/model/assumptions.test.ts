import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { asAssumed, readEstimates } from '../../src/model/assumptions.js'
import { costsOf } from '../../src/model/costs.js'
import { planFor } from '../../src/model/plan.js'
import { madeUpCosts } from './made-up-costs.js'

const estimates = readEstimates()

describe('assumptions', () => {
  test.each(Object.entries(estimates))(
    '%s lies between its ends and says why',
    (_, { value, cheap, dear, unit, why }) => {
      expect(value).toBeGreaterThanOrEqual(Math.min(cheap, dear))
      expect(value).toBeLessThanOrEqual(Math.max(cheap, dear))
      expect(unit.length * why.length).toBeGreaterThan(0)
    },
  )

  test('cost less at their cheap end and more at their dear end', () => {
    const [cheap = 0, likely = 0, dear = 0] = (['cheap', 'value', 'dear'] as const).map(
      (outlook) => planFor(50_000, costsOf(madeUpCosts()), asAssumed(estimates, outlook)).dollarsPerThousand,
    )
    expect(cheap).toBeLessThan(likely)
    expect(likely).toBeLessThan(dear)
  })

  test('are rejected by name when missing, unknown or not numeric', () => {
    const directory = mkdtempSync(join(tmpdir(), 'kla-assumptions-'))
    const file = join(directory, 'assumptions.json')
    const { relayShare: _, ...rest } = estimates
    writeFileSync(file, JSON.stringify({ ...rest, podGiB: { ...rest.podGiB, dear: 0 }, moons: rest.podGiB }))
    expect(() => readEstimates(file)).toThrow('not assumptions: moons, relayShare, podGiB')
    rmSync(directory, { recursive: true })
  })
})
