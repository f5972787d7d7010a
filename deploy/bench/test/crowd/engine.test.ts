import { expect, test } from '@jest/globals'
import { enginePart } from '../../src/engine/part.js'

test('both contenders end every phase once and in order, and every figure is there', async () => {
  const { figures, faults } = await enginePart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
  expect(figures).toHaveLength(9)
  for (const { values } of figures) {
    expect(Object.keys(values)).toEqual(['Kla', 'bare loop'])
    for (const value of Object.values(values).flat()) expect(value).toBeGreaterThanOrEqual(0)
  }
}, 240_000)
