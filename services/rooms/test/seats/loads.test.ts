import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createPlatform, newAccount, type Platform } from '../platform.js'

let platform: Platform
beforeAll(async () => {
  platform = await createPlatform()
})
afterAll(() => platform.stop())

test('creating or joining a room loads it once', async () => {
  let loads = 0
  const { client } = await platform.pod({
    roomStore: (real) => ({
      ...real,
      load: (...asked) => {
        loads += 1
        return real.load(...asked)
      },
    }),
  })
  const room = await platform.create(client, newAccount())
  expect(loads).toBe(1)
  await platform.join(client, newAccount(), room.id)
  expect(loads).toBe(2)
})

test('a conflict loads the room again', async () => {
  let other: (() => Promise<unknown>) | undefined
  let joined: unknown
  const { client } = await platform.pod({
    roomStore: (real) => ({
      ...real,
      async load(...asked) {
        const loaded = await real.load(...asked)
        const change = other
        other = undefined
        joined ??= await change?.()
        return loaded
      },
    }),
  })
  const [ada, bob, cleo] = [newAccount(), newAccount(), newAccount()]
  const room = await platform.create(client, ada)
  other = () => platform.join(client, cleo, room.id)
  await expect(platform.join(client, bob, room.id)).rejects.toMatchObject({ reason: 'ROOM_FULL' })
  await expect(client.getRoom({ roomId: room.id })).resolves.toEqual({ room: joined })
})
