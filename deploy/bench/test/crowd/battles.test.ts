import { expect, test } from '@jest/globals'
import { battlesPart } from '../../src/battles/part.js'

test('whole battles lose and double nothing, and every figure is there', async () => {
  const { figures, faults, notes } = await battlesPart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
  expect(figures).toHaveLength(4)
  for (const { values } of figures) expect(values['Kla']).toEqual([expect.any(Number)])
  expect(notes.join(' ')).toMatch(/game-engine-1 \d/)
}, 240_000)
