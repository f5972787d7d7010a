import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { Service } from '../../src/index.js'
import { newRoom, type TestClient } from '../support/test-client.js'
import { createWorld, type World } from '../support/world.js'

/** Players of 100 rooms. */
const PLAYERS = 200
const NEWCOMERS = 10
const AT_ONCE = 64

let world: World
let lost: Service
let staying: Service
let release: () => void
let order: string[]

beforeEach(async () => {
  world = await createWorld()
  lost = await world.gateway()
  staying = await world.gateway()
  order = []
})
afterEach(async () => {
  release()
  await world.stop()
})

/** Holds rooms' answers to these calls until `release`. */
function holdRooms(held: ReadonlySet<string> = new Set(['resumeSeat', 'joinRoom', 'createRoom'])): void {
  const gate = new Promise<void>((resolve) => (release = resolve))
  world.rooms.before = async (call) => {
    order.push(call)
    if (held.has(call)) await gate
  }
}

const seat = async (person: number): Promise<string> => {
  const client = await world.client(lost, person)
  return ((await client.ask('create-room', newRoom())) as { roomId: string }).roomId
}

/** Seats all players in pairs at a gateway that is lost; all return to the other, and rooms answers none. */
async function returnAll(): Promise<{ roomIds: string[]; back: TestClient[] }> {
  const first = await Promise.all(Array.from({ length: PLAYERS / 2 }, (_, index) => seat(2 * index + 1)))
  await Promise.all(
    first.map(async (roomId, index) => {
      const client = await world.client(lost, 2 * index + 2)
      await client.ask('join-room', { roomId, passcode: null, role: 'player' })
    }),
  )
  const roomIds = Array.from({ length: PLAYERS }, (_, index) => first[Math.floor(index / 2)] as string)
  holdRooms()
  const back = await Promise.all(roomIds.map((_, index) => world.client(staying, index + 1)))
  return { roomIds, back }
}

describe('a gateway to which 200 players return at once', () => {
  test('resumes three seats for each earlier new join, and looks up many seats at once', async () => {
    const { roomIds, back } = await returnAll()
    const resumed = back.slice(0, AT_ONCE).map((client, index) => client.ask('sync-room', { roomId: roomIds[index] }))
    await eventually(() => order.filter((call) => call === 'resumeSeat').length === AT_ONCE)
    const newcomers = await Promise.all(
      Array.from({ length: NEWCOMERS }, (_, index) => world.client(staying, PLAYERS + index + 1)),
    )
    const created = newcomers.map((client) => client.ask('create-room', newRoom()))
    await eventually(() => newcomers.every((client) => client.all('waiting').length > 0))
    resumed.push(
      ...back.slice(AT_ONCE).map((client, index) => client.ask('sync-room', { roomId: roomIds[AT_ONCE + index] })),
    )
    const last = back.at(-1) as TestClient
    const { of } = await last.event('waiting')
    expect(of).toBe(PLAYERS - AT_ONCE + NEWCOMERS)
    // The newcomers' share is one in four.
    await eventually(() => newcomers.at(-1)?.all('waiting').at(-1)?.place === NEWCOMERS * 4)
    expect(order.filter((call) => call === 'createRoom')).toEqual([])
    // This gateway knows the rooms in its updates, and looks up each seat only once.
    expect(world.rooms.calls.get('findSeats') ?? 0).toBeLessThan(10)

    release()
    expect(await Promise.all(resumed)).toEqual(Array(PLAYERS).fill({ success: true }))
    expect(await Promise.all(created)).toEqual(Array(NEWCOMERS).fill({ success: true, roomId: expect.any(String) }))
    const entered = order.filter((call) => call === 'resumeSeat' || call === 'createRoom').slice(AT_ONCE)
    const inTurn = ['resumeSeat', 'resumeSeat', 'resumeSeat', 'createRoom']
    expect(entered.slice(0, NEWCOMERS * 4)).toEqual(Array.from({ length: NEWCOMERS }, () => inTurn).flat())
    await Promise.all(back.map((client) => client.event('room-state')))
  })

  test('lets a waiting player leave', async () => {
    const { roomIds, back } = await returnAll()
    const resumed = back.map((client, index) => client.ask('sync-room', { roomId: roomIds[index] }))
    const [tired, alarmed] = back.slice(-4).filter((_, index) => index % 2 === 0) as [TestClient, TestClient]
    await Promise.all([tired.event('waiting'), alarmed.event('waiting')])
    expect(await tired.ask('leave-room', { roomId: roomIds.at(-4) })).toEqual({ success: true })
    expect(await resumed.at(-4)).toMatchObject({ success: false, code: 'UNAVAILABLE' })
    expect(await alarmed.ask('leave-and-block', { roomId: roomIds.at(-2) })).toMatchObject({
      success: true,
      blockedId: PLAYERS,
    })
    release()
    await Promise.all(resumed)
  })

  test('keeps no place for a closed connection', async () => {
    const { roomIds, back } = await returnAll()
    for (const [index, client] of back.entries()) client.send('sync-room', { roomId: roomIds[index] })
    const last = back.at(-1) as TestClient
    await last.event('waiting')
    for (const client of back.slice(AT_ONCE, -1)) client.drop()
    await eventually(() => last.all('waiting').at(-1)?.place === 1)
    release()
    await last.event('room-state')
    expect(order.filter((call) => call === 'resumeSeat').length).toBeLessThanOrEqual(AT_ONCE + 1)
  })
})

test('a player whose sign-in waits can leave', async () => {
  const roomId = await seat(1)
  const { client: auth } = world.auth
  const gate = new Promise<void>((resolve) => (release = resolve))
  let asked = 0
  const slow: typeof auth = {
    ...auth,
    async resolveSession(...call) {
      asked += 1
      if (asked <= AT_ONCE) await gate
      return auth.resolveSession(...call)
    },
  }
  const busy = await world.gateway({}, { clients: { auth: slow } })
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => world.client(busy, index + 2)))
  await eventually(() => asked === AT_ONCE)
  const ada = await world.client(busy, 1)
  expect(await ada.ask('leave-room', { roomId })).toEqual({ success: true })
})
