import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bus, newId } from '@kla/chassis'
import { subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { connectionOf, createPlatform, newAccount, type Platform, realBus, type RoomsClient } from '../platform.js'

describe('the public list', () => {
  let platform: Platform
  let client: RoomsClient

  beforeAll(async () => {
    platform = await createPlatform()
    client = (await platform.pod()).client
  })
  afterAll(() => platform.stop())

  test('lists rooms with a free seat first, then the newest, and no private ones', async () => {
    const open = async (name: string, publicRoom = true) => platform.create(client, newAccount(), { name, publicRoom })
    const oldest = await open('oldest')
    await open('private', false)
    const full = await open('full')
    await open('newest')
    await platform.join(client, newAccount(), full.id)
    const { rooms } = await client.listRooms({ limit: 0 })
    expect(rooms.map(({ name, players }) => [name, players])).toEqual([
      ['newest', 1],
      ['oldest', 1],
      ['full', 2],
    ])
    expect(rooms[1]).toEqual({
      id: oldest.id,
      name: 'oldest',
      creator: oldest.creator,
      mode: 'rush',
      capacity: 2,
      category: 'default',
      passcodeRequired: false,
      players: 1,
      veiled: false,
      accountIds: oldest.seats.map(({ accountId }) => accountId),
    })
    expect((await client.listRooms({ limit: 2 })).rooms.map(({ name }) => name)).toEqual(['newest', 'oldest'])
  })

  test('rejects an invalid limit', async () => {
    await expect(client.listRooms({ limit: 201 })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(client.listRooms({ limit: -1 })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })

  test('drops a room when it closes', async () => {
    const ada = newAccount()
    const room = await platform.create(client, ada)
    await client.leaveRoom({ commandId: newId(), roomId: room.id }, await platform.principal(ada))
    expect((await client.listRooms({ limit: 0 })).rooms.some(({ id }) => id === room.id)).toBe(false)
  })

  test('is published only when its entries change', async () => {
    const bus = await realBus()
    const published: string[] = []
    const watched: Bus = {
      ...bus,
      publish: (subject, data) => {
        published.push(subject)
        bus.publish(subject, data)
      },
    }
    const pod = (await platform.pod({ bus: watched })).client
    const ada = newAccount()
    const room = await platform.create(pod, ada)
    await pod.resumeSeat({ roomId: room.id, connection: connectionOf(ada, 'again') }, await platform.principal(ada))
    await platform.join(pod, newAccount(), room.id)
    const seats = subjects.roomSeats(room.id)
    await eventually(() =>
      expect(published).toEqual([seats, subjects.lobbyChanged, seats, seats, subjects.lobbyChanged]),
    )
  })
})
