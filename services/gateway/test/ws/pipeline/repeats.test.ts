import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { newRoom } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service

beforeAll(async () => {
  world = await createWorld()
  gateway = await world.gateway()
})
afterAll(() => world.stop())

describe('an event with an id', () => {
  test('takes effect once and returns its first answer on any connection of the account', async () => {
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway], [1, 2])
    const id = newId()
    expect(await ada.ask('ready-up', { roomId }, id)).toEqual({ success: true })
    expect(await ada.ask('ready-up', { roomId }, id.toUpperCase())).toEqual({ success: true })
    const again = await world.client(gateway, 1)
    expect(await again.ask('ready-up', { roomId }, id)).toEqual({ success: true })
    expect(world.engine.calls.get('readyUp')).toBe(1)
    const another = await world.client(gateway, 2)
    await another.ask('ready-up', { roomId }, id)
    expect(world.engine.calls.get('readyUp')).toBe(2)
  })

  test('sends a chat message once', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway], [3, 4])
    const id = newId()
    for (let time = 0; time < 3; time += 1) await ada.ask('send-message', { roomId, message: 'once' }, id)
    await ada.ask('send-message', { roomId, message: 'twice' })
    await bob.event('receive-message', 2)
    expect(bob.all('receive-message')).toEqual([
      { username: 'player3', message: 'once' },
      { username: 'player3', message: 'twice' },
    ])
  })

  test('waits for the answer in progress', async () => {
    const ada = await world.client(gateway, 5)
    const id = newId()
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    world.rooms.before = (call) => (call === 'createRoom' ? gate : Promise.resolve())
    const both = [ada.ask('create-room', newRoom(), id), ada.ask('create-room', newRoom(), id)]
    open()
    const [first, second] = await Promise.all(both)
    expect(first).toMatchObject({ success: true })
    expect(second).toEqual(first)
    expect(world.rooms.calls.get('createRoom')).toBe(3)
  })

  test('seats the connection that repeats create-room', async () => {
    const lost = await world.client(gateway, 6)
    const id = newId()
    const first = await lost.ask('create-room', newRoom(), id)
    lost.drop()
    const back = await world.client(gateway, 6)
    expect(await back.ask('create-room', newRoom(), id)).toEqual(first)
    const { roomId } = first as { roomId: string }
    expect(await back.ask('send-message', { roomId, message: 'here' })).toEqual({ success: true })
    await eventually(() => world.rooms.rooms.get(roomId)?.seats.every((seat) => seat.graceDeadlineMs === 0) ?? false)
  })

  test('runs again when its first answer was a temporary refusal', async () => {
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway], [7, 8])
    const id = newId()
    world.engine.down = true
    expect(await ada.ask('user-finishes', { roomId }, id)).toMatchObject({ code: 'UNAVAILABLE' })
    world.engine.down = false
    expect(await ada.ask('user-finishes', { roomId }, id)).toEqual({ success: true })
  })

  test('runs once a connection that has come back has its seat', async () => {
    const { roomId, bob } = await twoPlayers(world, [gateway, gateway], [9, 10])
    const id = newId()
    const back = await world.client(gateway, 9)
    const say = () => back.ask('send-message', { roomId, message: 'still here' }, id)
    expect(await say()).toMatchObject({ code: 'NOT_SEATED' })
    await back.ask('sync-room', { roomId })
    expect(await say()).toEqual({ success: true })
    expect(await bob.event('receive-message')).toMatchObject({ message: 'still here' })
  })
})
