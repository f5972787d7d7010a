import { expect, test } from '@jest/globals'
import { stepsPart } from '../../src/steps/part.js'

test('every step is taken, by all who have to do with it', async () => {
  const { figures, faults } = await stepsPart.run({ runs: 1, quick: true, say: () => undefined })
  expect(faults).toEqual([])
  expect(figures.map(({ values }) => Object.keys(values))).toEqual([
    ['the process'],
    ['who calls', 'who answers'],
    ['who sends', 'NATS', 'who hears'],
    ['who writes', 'Redis'],
  ])
}, 60_000)
