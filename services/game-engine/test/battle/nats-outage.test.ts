import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createBus } from '@kla/chassis'
import { createCuttableProxy, type CuttableProxy, eventually, infrastructure, quietLogger } from '@kla/testkit'
import { createEngines, type Engines } from '../support/engine.js'
import { Watch } from '../support/watch.js'

const AWAY_MS = 3_000
/** Well before updates count as confirmed, which is RECONNECTED_WITHIN_MS after the engine is back. */
const LATER_MS = 1_000

let proxy: CuttableProxy
let engines: Engines

beforeEach(async () => {
  proxy = await createCuttableProxy(infrastructure().natsUrl)
  engines = await createEngines({ natsUrl: proxy.url })
})
afterEach(async () => {
  proxy.mend()
  await engines.close()
  proxy.close()
})

test('updates of a NATS outage reach a gateway that reconnects a second after the engine', async () => {
  const pod = await engines.pod({}, { connects: true })
  const roomId = engines.rooms.open([1, 2])
  await engines.player(1).ready(pod, roomId)
  await engines.player(2).ready(pod, roomId)
  await engines.watch.until(roomId, 'promptGif')
  proxy.cut()
  const before = engines.watch.of(roomId).length
  await sleep(AWAY_MS)
  expect(engines.watch.of(roomId)).toHaveLength(before)
  proxy.mend()
  // The first that the engine publishes once it is back; the second prompt may come when updates are confirmed already.
  await engines.watch.until(roomId, 'showGif')
  await sleep(LATER_MS)
  const bus = await createBus({ url: infrastructure().natsUrl, name: 'late', log: quietLogger() })
  try {
    const late = await Watch.create(bus)
    await eventually(() => {
      const missed = engines.watch.of(roomId).slice(before)
      expect(missed.filter(({ seq }) => !late.update.get(roomId)?.has(seq))).toEqual([])
    }, 5_000)
  } finally {
    await bus.close()
  }
}, 60_000)
