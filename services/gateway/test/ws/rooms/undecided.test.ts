import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError, newId } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { newRoom, type TestClient } from '../../support/test-client.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let healthy: Service
/** Whose rooms act, but do not answer while `fails`. */
let gateway: Service
let fails = true
/** Runs before such a failure. */
let acted = async (): Promise<unknown> => undefined

beforeAll(async () => {
  world = await createWorld()
  healthy = await world.gateway()
  const { createRoom, joinRoom, resumeSeat } = world.rooms.client
  const unanswered = async <T>(call: Promise<T>): Promise<T> => {
    const answer = await call
    if (!fails) return answer
    await acted()
    throw new KlaError('UNAVAILABLE')
  }
  const rooms = {
    ...world.rooms.client,
    createRoom: (...call: Parameters<typeof createRoom>) => unanswered(createRoom(...call)),
    joinRoom: (...call: Parameters<typeof joinRoom>) => unanswered(joinRoom(...call)),
    resumeSeat: (...call: Parameters<typeof resumeSeat>) => unanswered(resumeSeat(...call)),
  }
  gateway = await world.gateway({}, { clients: { rooms } })
})
beforeEach(() => {
  fails = true
  acted = async () => undefined
  world.rooms.lost.length = 0
})
afterAll(() => world.stop())

const created = async (person: number): Promise<{ ada: TestClient; roomId: string }> => {
  const ada = await world.client(healthy, person)
  const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
  return { ada, roomId }
}
const joining = (roomId: string) => ({ roomId, passcode: null, role: 'player' })

/** Whether a seat of the account is lost; undefined without a seat. */
const isLost = (person: number): boolean | undefined => {
  const seats = [...world.rooms.rooms.values()].flatMap((room) => room.seats)
  return seats.filter(({ accountId }) => accountId === person).map(({ graceDeadlineMs }) => graceDeadlineMs > 0)[0]
}

describe('a seat whose call had an unknown outcome is reported when the connection closes', () => {
  const ENTRIES: readonly (readonly [string, number, (person: number) => Promise<[string, object]>])[] = [
    ['create-room', 10, async () => ['create-room', newRoom()]],
    ['join-room', 20, async (person) => ['join-room', joining((await created(person + 1)).roomId)]],
    ['sync-room', 30, async (person) => ['sync-room', { roomId: (await created(person)).roomId }]],
  ]

  test.each(ENTRIES)('after %s', async (_, person, prepare) => {
    const [event, data] = await prepare(person)
    const client = await world.client(gateway, person)
    expect(await client.ask(event, data)).toMatchObject({ success: false, code: 'UNAVAILABLE' })
    expect(isLost(person)).toBe(false)
    client.drop()
    await eventually(() => isLost(person) === true)
  })

  test.each(ENTRIES)('during %s', async (_, other, prepare) => {
    const person = other + 5
    const [event, data] = await prepare(person)
    const client = await world.client(gateway, person)
    acted = async () => {
      client.drop()
      await client.closed
      await eventually(async () => {
        const metrics = await fetch(`http://127.0.0.1:${gateway.ports.health}/metrics`)
        return /kla_gateway_sockets\{[^}]*\} 0\n/.test(await metrics.text())
      })
    }
    client.send(event, data)
    await eventually(() => isLost(person) === true)
  })
})

test('a repeated join after an unknown outcome shows the room of now, and its seat is reported once', async () => {
  const { ada, roomId } = await created(1)
  const bob = await world.client(gateway, 2)
  const id = newId()
  expect(await bob.ask('join-room', joining(roomId), id)).toMatchObject({ success: false })
  await ada.ask('leave-room', { roomId })
  fails = false
  expect(await bob.ask('join-room', joining(roomId), id)).toEqual({ success: true })
  const { players } = await bob.event('room-user-list')
  expect(players.map((player) => player.id)).toEqual([2])
  bob.drop()
  await eventually(() => isLost(2) === true)
  expect(world.rooms.lost.filter(({ accountId }) => accountId === 2)).toHaveLength(1)
})
