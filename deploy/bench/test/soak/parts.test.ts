import { expect, test } from '@jest/globals'
import { battlesPart } from '../../src/battles/part.js'
import { crowdPart } from '../../src/crowd/part.js'
import { enginePart } from '../../src/engine/part.js'
import { overloadPart } from '../../src/overload/part.js'
import { stepsPart } from '../../src/steps/part.js'

test('plays whole battles without losses or duplicates', async () => {
  const { figures, faults, notes } = await battlesPart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
  expect(figures).toHaveLength(4)
  for (const { values } of figures) expect(values['Kla']).toEqual([expect.any(Number)])
  expect(notes.join(' ')).toMatch(/game-engine-1 \d/)
}, 240_000)

test('brings a crowd back to its seats when a gateway is killed', async () => {
  const { figures, faults } = await crowdPart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
  const valueOf = (name: string) => figures.find((figure) => figure.name.startsWith(name))?.values['Kla']
  expect([valueOf('seats lost'), valueOf('battles ended')]).toEqual([[0], [0]])
}, 240_000)

test('records every line of an overloaded chat, and loses no phase beside it', async () => {
  const { faults } = await overloadPart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
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
