import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { Phase } from '@kla/proto'
import { eventually, infrastructure } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { createCuttableProxy, type CuttableProxy } from '../../support/cuttable-proxy.js'
import { hasNats } from '../../support/has-nats.js'
import { newRoom } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let proxy: CuttableProxy
let gateway: Service

beforeEach(async () => {
  world = await createWorld()
  proxy = await createCuttableProxy(infrastructure().natsUrl)
  gateway = await world.gateway({ natsUrl: proxy.url })
  await eventually(async () => (await gateway.http.inject('/readyz')).statusCode === 200)
})
afterEach(async () => {
  proxy.mend()
  await world.stop()
  proxy.close()
})

test('updates missed during a NATS outage are delivered after the reconnect', async () => {
  const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
  proxy.cut()
  await eventually(async () => !(await hasNats(gateway)))
  world.engine.happen(roomId, [], { phase: Phase.SHOW, round: 2, deadlineMs: Date.now() + 40_000 })()
  world.rooms.change(roomId, (room) => {
    room.seats = room.seats.filter((seat) => seat.accountId !== 2)
  })
  expect(await ada.ask('send-message', { roomId, message: 'still here' })).toEqual({ success: true })
  // Other gateways lost the same NATS: players must still find one that accepts them.
  expect((await gateway.http.inject('/readyz')).statusCode).toBe(200)
  proxy.mend()
  await ada.event('user-disconnected')
  await eventually(() => ada.all('room-state').at(-1)?.phase === 'show')
  expect(
    ada
      .all('room-state')
      .at(-1)
      ?.players.map(({ id }) => id),
  ).toEqual([1])
  expect(await bob.event('room-closed')).toEqual({ reason: 'seat-lost' })
  await eventually(() => hasNats(gateway))
})

test('a session that ended during a NATS outage is closed', async () => {
  const ada = await world.client(gateway, 1)
  await ada.ask('create-room', newRoom())
  proxy.cut()
  await eventually(async () => !(await hasNats(gateway)))
  world.auth.person(1).signedIn = false
  proxy.mend()
  expect(await ada.closed).toBe(4001)
})

test('entering a room without a subscription fails with UNAVAILABLE', async () => {
  const ada = await world.client(gateway, 1)
  proxy.cut()
  await eventually(async () => !(await hasNats(gateway)))
  const roomId = '018f6b1e-7c1a-7000-8000-000000000000'
  expect(await ada.ask('join-room', { roomId, passcode: null, role: 'player' })).toMatchObject({ code: 'UNAVAILABLE' })
  expect(world.rooms.calls.get('joinRoom')).toBeUndefined()
})
