import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { newRoom } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

/** Enough for an update to reach the gateway. */
const UPDATE_MS = 300

let world: World
let gateway: Service

beforeAll(async () => {
  world = await createWorld()
  gateway = await world.gateway()
})
beforeEach(() => {
  world.rooms.calls.clear()
  world.rooms.before = async () => undefined
  world.rooms.knowsUnplayed = true
})
afterAll(() => world.stop())

const lose = (roomId: string, graceDeadlineMs: number): void =>
  world.rooms.change(roomId, ({ seats }) => {
    for (const seat of seats) seat.graceDeadlineMs = graceDeadlineMs
  })
const lostIn = (roomId: string) =>
  world.rooms.rooms
    .get(roomId)
    ?.seats.filter((seat) => seat.graceDeadlineMs > 0)
    .map(({ accountId }) => accountId)
const failResumes = (): void => {
  world.rooms.before = async (call) => {
    if (call === 'resumeSeat') throw new KlaError('UNAVAILABLE')
  }
}
const resumes = (): number => world.rooms.calls.get('resumeSeat') ?? 0

describe('the seat of a live connection that rooms considers lost', () => {
  test('is taken back as soon as rooms answers, with a try a second until then', async () => {
    const { roomId } = await twoPlayers(world, [gateway, gateway], [1, 2])
    failResumes()
    lose(roomId, Date.now() + 15_000)
    const lostAtMs = Date.now()
    await eventually(() => resumes() >= 4)
    expect(Date.now() - lostAtMs).toBeGreaterThan(900)
    world.rooms.before = async () => undefined
    await eventually(() => lostIn(roomId)?.length === 0)
  })

  test('is left to rooms after its grace, unless the page asks by sync-room', async () => {
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway], [3, 4])
    failResumes()
    lose(roomId, 1)
    await eventually(() => resumes() === 2)
    await sleep(1_200)
    expect(resumes()).toBe(2)
    expect(await ada.ask('sync-room', { roomId })).toMatchObject({ success: false, code: 'UNAVAILABLE' })
    world.rooms.before = async () => undefined
    expect(await ada.ask('sync-room', { roomId })).toEqual({ success: true })
    expect(lostIn(roomId)).not.toContain(3)
  })

  test('is taken back even if rooms lost it before the join was answered', async () => {
    const { joinRoom } = world.rooms.client
    const late = await world.gateway(
      {},
      {
        clients: {
          rooms: {
            ...world.rooms.client,
            joinRoom: async (...call) => {
              const answer = await joinRoom(...call)
              lose(call[0].roomId, Date.now() + 15_000)
              await sleep(UPDATE_MS)
              return answer
            },
          },
        },
      },
    )
    const ada = await world.client(gateway, 5)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    const bob = await world.client(late, 6)
    expect(await bob.ask('join-room', { roomId, passcode: null, role: 'player' })).toEqual({ success: true })
    await eventually(() => lostIn(roomId)?.length === 0)
  })
})
