import { expect, test } from '@jest/globals'
import { infrastructure, sized } from '@kla/testkit'
import { relayFigures } from '../../src/relay/figures.js'
import { peerContenders } from '../../src/relay/contenders.js'
import { runRelay } from '../../src/relay/part.js'
import { QUICK } from '../../src/relay/measure.js'

const TINY = {
  ...QUICK,
  ...{ pacedRooms: 1, saturatedRooms: 2, idle: { from: 4, to: 8 }, signalPairs: 1 },
  ...{ warmMs: 100, talkMs: 300, settleWithinMs: 60_000 },
}

/** Peers are measured in the soak run. */
const absent = new Set(sized(peerContenders.map(({ who }) => who), []))

test('relays every line once, in order and to the right room with every contender', async () => {
  const where = { infrastructure: { postgresUrl: infrastructure().postgresUrl }, ownDatabase: true }
  const peers = peerContenders.filter(({ who }) => !absent.has(who))
  const { figures, faults, notes } = await runRelay({ runs: 1, say: () => undefined }, TINY, { where, peers })
  expect(faults).toEqual([])
  const expected = relayFigures({ chats: new Map(), signals: [] })
  expect(figures.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
  for (const { values } of figures) {
    for (const [who, value] of Object.entries(values)) expect(value).toEqual(absent.has(who) ? [] : [expect.any(Number)])
  }
  expect(notes.join(' ')).toMatch(sized(/gateway-\d \d/, /gateway-\d \d.*server-\d \d/))
}, 240_000)
