import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Phase } from '@kla/proto'
import { createCuttableProxy, type CuttableProxy, eventually, infrastructure } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { hasNats } from '../../support/has-nats.js'
import { newRoom, type TestClient } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

/** An engine whose connection attempt meets an address that does not respond. */
const ENGINE_LATER_MS = 2_500
/** Enough for gateways to send each other their messages. */
const MESSAGES_FIRST_MS = 500
/** Longer than an overdue battle waits for its update while NATS is there. */
const SHORT_OUTAGE_MS = 8_000

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

const prompt = (round: number) => ({
  event: { $case: 'promptGif' as const, value: { round, deadlineMs: 5_000, durationMs: 10_000 } },
})

async function outage(during: () => void | Promise<void> = () => undefined): Promise<void> {
  proxy.cut()
  await eventually(async () => !(await hasNats(gateway)))
  await during()
  proxy.mend()
  await eventually(() => hasNats(gateway))
}

/** Counts the numbers that a client was not sent, and fails if one was sent twice. */
function numbersMissing({ received }: TestClient): number {
  let last: number | undefined
  let missing = 0
  for (const { event, seq, data } of received) {
    const isState = event === 'room-state'
    const number = isState ? (data as { seq: number }).seq : seq
    if (number === undefined) continue
    const next = last === undefined ? number : isState ? last : last + 1
    if (number < next) throw new Error(`${event} ${number} after ${last}`)
    missing += number - next
    last = number
  }
  return missing
}

describe('a NATS outage', () => {
  test('in which nothing happened leaves no gap', async () => {
    const { ada, bob } = await twoPlayers(world, [gateway, gateway])
    const states = [ada, bob].map((client) => client.all('room-state').length)
    await outage()
    for (const [at, client] of [ada, bob].entries()) {
      await client.event('room-state', (states[at] ?? 0) + 1)
      expect(numbersMissing(client)).toBe(0)
    }
  })

  test('leaves no gap when the engine republishes its updates, in whatever order', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    world.engine.happen(roomId, [prompt(1)], { phase: Phase.PROMPT, round: 1 })()
    await Promise.all([ada.event('prompt-gif'), bob.event('prompt-gif')])
    const states = [ada, bob].map((client) => client.all('room-state').length)
    let missed: (() => void)[] = []
    await outage(() => {
      missed = [2, 3, 4].map((round) => world.engine.happen(roomId, [prompt(round)], { round }))
    })
    for (const publish of [...missed, ...missed].reverse()) publish()
    for (const [at, client] of [ada, bob].entries()) {
      await client.event('prompt-gif', 4)
      expect(await client.event('room-state', (states[at] ?? 0) + 1)).toMatchObject({ round: 4 })
      expect(client.all('prompt-gif').map(({ round }) => round)).toEqual([1, 2, 3, 4])
      expect(numbersMissing(client)).toBe(0)
    }
  })

  test('leaves no gap when the engine reconnects seconds after the gateway', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    let publish = (): void => undefined
    await outage(() => {
      publish = world.engine.happen(roomId, [prompt(1)], { phase: Phase.PROMPT, round: 1 })
    })
    await sleep(ENGINE_LATER_MS)
    publish()
    for (const client of [ada, bob]) {
      await client.event('prompt-gif')
      expect(numbersMissing(client)).toBe(0)
    }
  })

  test('leaves no gap when a phase is overdue meanwhile', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    world.engine.happen(roomId, [prompt(1)], { phase: Phase.PROMPT, round: 1, deadlineMs: Date.now() })()
    await Promise.all([ada.event('prompt-gif'), bob.event('prompt-gif')])
    let publish = (): void => undefined
    await outage(async () => {
      publish = world.engine.happen(roomId, [prompt(2)], { round: 2 })
      await sleep(SHORT_OUTAGE_MS)
    })
    publish()
    for (const client of [ada, bob]) {
      await client.event('prompt-gif', 2)
      expect(numbersMissing(client)).toBe(0)
    }
  })

  test('that takes longer is covered by a room-state while it lasts', async () => {
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    world.engine.happen(roomId, [prompt(1)], { phase: Phase.PROMPT, round: 1, deadlineMs: Date.now() })()
    await ada.event('prompt-gif')
    const states = ada.all('room-state').length
    await outage(async () => {
      world.engine.happen(roomId, [prompt(2)], { round: 2 })
      expect(await ada.event('room-state', states + 1)).toMatchObject({ round: 2 })
    })
  })

  test('is covered by a room-state and one skipped number when an update does not come again', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    const states = [ada, bob].map((client) => client.all('room-state').length)
    await outage(() => void world.engine.happen(roomId, [prompt(1)], { phase: Phase.PROMPT, round: 1 }))
    const backAtMs = Date.now()
    for (const [at, client] of [ada, bob].entries()) {
      expect(await client.event('room-state', (states[at] ?? 0) + 1)).toMatchObject({ phase: 'prompt', round: 1 })
      expect(numbersMissing(client)).toBe(1)
    }
    expect(Date.now() - backAtMs).toBeLessThan(6_000)
    world.engine.happen(roomId, [prompt(2)], { round: 2 })()
    await ada.event('prompt-gif')
    expect(numbersMissing(ada)).toBe(1)
  })
})

test('messages between gateways, of which one lost NATS, come in a room-state after the reconnect', async () => {
  const other = await world.gateway()
  const { roomId, ada, bob } = await twoPlayers(world, [gateway, other])
  const say = (client: TestClient, message: string) => client.ask('send-message', { roomId, message })
  await outage(async () => {
    expect(await say(ada, 'can you hear me')).toEqual({ success: true })
    expect(await say(bob, 'hello?')).toEqual({ success: true })
  })
  for (const client of [ada, bob]) {
    await eventually(() => {
      const delivered = client.all('receive-message').map((data) => 'message' in data && data.message)
      const kept = (client.all('room-state').at(-1)?.lines ?? []).map(({ message }) => message)
      const said = [...delivered, ...kept]
      expect(said).toEqual(expect.arrayContaining(['can you hear me', 'hello?']))
    })
  }
})

test('messages that come from the other gateway before an update that engines repeat leave no gap', async () => {
  const other = await world.gateway()
  const { roomId, ada, bob } = await twoPlayers(world, [gateway, other])
  world.engine.happen(roomId, [prompt(1)], { phase: Phase.PROMPT, round: 1 })()
  await Promise.all([ada.event('prompt-gif'), bob.event('prompt-gif')])
  let publish = (): void => undefined
  await outage(async () => {
    await bob.ask('send-message', { roomId, message: 'are you there?' })
    publish = world.engine.happen(roomId, [prompt(2)], { round: 2 })
  })
  await sleep(MESSAGES_FIRST_MS)
  publish()
  await ada.event('prompt-gif', 2)
  await eventually(() => {
    const lines = ada.all('room-state').at(-1)?.lines ?? []
    expect(lines.map(({ message }) => message)).toContain('are you there?')
  })
  expect(numbersMissing(ada)).toBe(0)
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
