import { expect, test } from '@jest/globals'
import { battlesPart } from '../../src/battles/part.js'
import { enginePart } from '../../src/engine/part.js'
import { stepsPart } from '../../src/steps/part.js'

test('plays whole battles without losses or duplicates', async () => {
  const { figures, faults, notes } = await battlesPart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
  expect(figures).toHaveLength(4)
  for (const { values } of figures) expect(values['Kla']).toEqual([expect.any(Number)])
  expect(notes.join(' ')).toMatch(/game-engine-1 \d/)
}, 240_000)

test('ends every phase once and in order with both contenders', async () => {
  const { figures, faults } = await enginePart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
  expect(figures).toHaveLength(9)
  for (const { values } of figures) {
    expect(Object.keys(values)).toEqual(['Kla', 'bare loop'])
    for (const value of Object.values(values).flat()) expect(value).toBeGreaterThanOrEqual(0)
  }
}, 240_000)

test('takes every step with all its processes', async () => {
  const { figures, faults } = await stepsPart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
  expect(figures.map(({ values }) => Object.keys(values))).toEqual([
    ['the process'],
    ['who calls', 'who answers'],
    ['who sends', 'NATS', 'who hears'],
    ['who writes', 'Redis'],
  ])
}, 60_000)
