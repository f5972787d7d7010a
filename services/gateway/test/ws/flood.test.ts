import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import type { Service } from '../../src/index.js'
import { newRoom, type TestClient } from '../support/test-client.js'
import { createWorld, type World } from '../support/world.js'

const SOCKETS = 80
const FRAMES = 8

let world: World
let gateway: Service
let release: () => void
/** Number of calls of auth for credentials of the flood. */
let judging: number

/** Holds auth's answers to the flood until `release`. */
beforeEach(async () => {
  world = await createWorld()
  judging = 0
  const gate = new Promise<void>((resolve) => (release = resolve))
  const { client } = world.auth
  const hold = async (): Promise<never> => {
    judging += 1
    await gate
    throw new KlaError('NOT_SIGNED_IN')
  }
  gateway = await world.gateway(
    {},
    { clients: { auth: { ...client, resolveAdministrator: hold, resolveAccessToken: hold } } },
  )
})
afterEach(async () => {
  release()
  await world.stop()
})

async function flood(frame: () => readonly [string, object], person = 0): Promise<TestClient[]> {
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, (_, index) =>
      world.client(gateway, person === 0 ? 0 : person + Math.floor(index / 10)),
    ),
  )
  for (const socket of sockets) for (let sent = 0; sent < FRAMES; sent++) socket.send(...frame())
  return sockets
}

describe('while 80 sockets flood, players', () => {
  test.each<[string, () => readonly [string, object]]>([
    [
      'anonymous watch-room frames that claim to continue',
      () => ['watch-room', { roomId: 'r1', continues: randomUUID(), pass: randomUUID(), bearer: randomUUID() }],
    ],
    ['made-up tokens', () => ['authenticate', { token: randomUUID() }]],
  ])('enter, return and sign in at once beside %s', async (_, frame) => {
    const ada = await world.client(gateway, 1)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    await flood(frame)
    await eventually(() => judging > 0)

    const bob = await world.client(gateway, 2)
    expect(await bob.ask('create-room', newRoom())).toMatchObject({ success: true })
    ada.drop()
    const back = await world.client(gateway, 1)
    expect(await back.ask('sync-room', { roomId })).toEqual({ success: true })
    // One network occupies only a part of auth, whatever it sends.
    expect(judging).toBeLessThanOrEqual(16)
  })

  test('with a seat return before players without one who claim to, of whom rooms knows nothing', async () => {
    const ada = await world.client(gateway, 1)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    const other = await world.gateway()
    const order: string[] = []
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { resumeSeat } = world.rooms.client
    world.rooms.before = async (call) => {
      if (call === 'resumeSeat') await gate
    }
    const claims = world.rooms.client as { resumeSeat: typeof resumeSeat }
    claims.resumeSeat = (request, context) => {
      order.push(String(context?.principal))
      return resumeSeat(request, context)
    }
    const liars = await Promise.all(Array.from({ length: 100 }, (_, index) => world.client(other, 10 + index)))
    const refused = liars.map((client) => client.ask('sync-room', { roomId, continues: randomUUID() }))
    await eventually(() => order.length === 64)
    ada.drop()
    const back = await world.client(other, 1)
    const resumed = back.ask('sync-room', { roomId })
    await eventually(() => back.all('waiting').at(-1)?.place === 1)
    release()
    expect(await resumed).toEqual({ success: true })
    expect(new Set((await Promise.all(refused)).map((answer) => (answer as { code?: string }).code))).toEqual(
      new Set(['NOT_SEATED']),
    )
    // Among the first of the 37 that waited.
    expect(order.findIndex((principal) => principal.includes('-1-') || principal.endsWith('-1'))).toBeLessThan(70)
  })
})
