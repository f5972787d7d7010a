import { expect, test } from '@jest/globals'
import { infrastructure } from '@kla/testkit'
import { relayFigures } from '../../src/relay/figures.js'
import { runRelay } from '../../src/relay/part.js'
import { QUICK } from '../../src/relay/measure.js'

const TINY = {
  ...QUICK,
  ...{ pacedRooms: 1, saturatedRooms: 2, idle: { from: 4, to: 8 }, signalPairs: 1 },
  ...{ warmMs: 100, talkMs: 300, settleMs: 100 },
}

test('relays every line once, in order and to the right room with every contender', async () => {
  const where = { infrastructure: { postgresUrl: infrastructure().postgresUrl }, ownDatabase: true }
  const { figures, faults, notes } = await runRelay({ runs: 1, say: () => undefined }, TINY, where)
  expect(faults).toEqual([])
  const expected = relayFigures({ chats: new Map(), signals: [] })
  expect(figures.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
  for (const { values } of figures) {
    for (const value of Object.values(values)) expect(value).toEqual([expect.any(Number)])
  }
  expect(notes.join(' ')).toMatch(/gateway-\d \d.*server-\d \d/)
}, 240_000)
