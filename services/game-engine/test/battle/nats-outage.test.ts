import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createBus } from '@kla/chassis'
import { createCuttableProxy, type CuttableProxy, eventually, infrastructure, quietLogger } from '@kla/testkit'
import { createEngines, type Engines } from '../support/engine.js'
import { Watch } from '../support/watch.js'

const AWAY_MS = 3_000
const LATER_MS = 2_000

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

test('updates of a NATS outage reach a gateway that reconnects 2 s after the engine', async () => {
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
  await engines.watch.until(roomId, 'promptGif', 2)
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
