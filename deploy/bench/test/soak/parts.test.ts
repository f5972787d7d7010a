import { expect, test } from '@jest/globals'
import { battlesPart } from '../../src/battles/part.js'
import { chatPart } from '../../src/chat/part.js'
import { crowdPart } from '../../src/crowd/part.js'

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

test('delivers every chat message once, in order and to the right room', async () => {
  const { figures, faults } = await chatPart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
  for (const { values } of figures) expect(values).toEqual({ Kla: [expect.any(Number)] })
}, 240_000)
