import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bus, type GrpcClient, newId } from '@kla/chassis'
import {
  BlocksChanged,
  BlocksServiceService,
  MeetingsServiceService,
  subjects,
  WatchingServiceService,
} from '@kla/proto'
import { BLOCKS_MAX } from '@kla/proto/web'
import { createTestClient, eventually } from '@kla/testkit'
import {
  connectionOf,
  createPlatform,
  newAccount,
  type Platform,
  type Pod,
  realBus,
  type RoomsClient,
} from '../platform.js'
import { createProxy, type Proxy } from '../proxy.js'
import { createCups } from '../tie-room.js'

let platform: Platform
let pod: Pod
let rooms: RoomsClient
let blocks: GrpcClient<typeof BlocksServiceService>
let meetings: GrpcClient<typeof MeetingsServiceService>
let watching: GrpcClient<typeof WatchingServiceService>
let postgres: Proxy

beforeAll(async () => {
  platform = await createPlatform()
  postgres = await createProxy(platform.tables.url)
  pod = await platform.pod()
  rooms = pod.client
  const address = `127.0.0.1:${pod.service.ports.grpc}`
  blocks = createTestClient({ definition: BlocksServiceService, address })
  meetings = createTestClient({ definition: MeetingsServiceService, address })
  watching = createTestClient({ definition: WatchingServiceService, address })
})
afterAll(async () => {
  for (const client of [blocks, meetings, watching]) client.close()
  await platform.stop()
  await postgres.cut()
})

interface Exit {
  readonly client?: RoomsClient
  readonly whom?: number
  readonly commandId?: string
}
const exit = async (account: number, roomId: string, { client = rooms, whom = 0, commandId = newId() }: Exit = {}) =>
  client.leaveAndBlock({ commandId, roomId, accountId: whom }, await platform.principal(account))
const listOf = async (account: number): Promise<number[]> =>
  (await blocks.listBlocks({}, await platform.principal(account))).blocks.map(({ accountId }) => accountId)
const unblock = async (account: number, other: number) =>
  blocks.unblockPlayer({ accountId: other }, await platform.principal(account))
const leave = async (account: number, roomId: string) =>
  rooms.leaveRoom({ commandId: newId(), roomId }, await platform.principal(account))
const seatsOf = async (roomId: string): Promise<number[]> =>
  (await rooms.getRoom({ roomId })).room?.seats.map(({ accountId }) => accountId) ?? []

/** A room in which both sit. */
async function together(client = rooms): Promise<{ ada: number; bob: number; roomId: string }> {
  const [ada, bob] = [newAccount(), newAccount()]
  const { id: roomId } = await platform.create(client, ada)
  await platform.join(client, bob, roomId)
  return { ada, bob, roomId }
}

describe('leaving and blocking', () => {
  test('frees the seat, blocks the other player and answers with a token about that player', async () => {
    const updates = await platform.updates()
    const changed: BlocksChanged[] = []
    await platform.bus.subscribe(subjects.blocksChanged, ({ data }) => changed.push(BlocksChanged.decode(data)))
    const { ada, bob, roomId } = await together()
    const { blockedId, incident } = await exit(ada, roomId)
    expect(blockedId).toBe(bob)
    expect(await seatsOf(roomId)).toEqual([bob])
    expect(await listOf(ada)).toEqual([bob])
    await expect(platform.join(rooms, ada, roomId)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await eventually(() => {
      const left = updates.filter((update) => update.roomId === roomId).flatMap(({ changes }) => changes)
      expect(left.map(({ safety }) => safety)).toEqual([false, false, true])
      expect(changed).toContainEqual({ accountId: ada, otherId: bob, apart: true })
    })
    const { meeting } = await meetings.findMeeting({ accountId: bob, incident }, await platform.principal(ada))
    expect(meeting).toMatchObject({ roomId, together: false })
  })

  test('takes effect once: a repeat gets the same answer and blocks no one again', async () => {
    const { ada, bob, roomId } = await together()
    const commandId = newId()
    const first = await exit(ada, roomId, { commandId })
    await unblock(ada, bob)
    expect(await exit(ada, roomId, { commandId })).toEqual(first)
    expect(await listOf(ada)).toEqual([])
  })

  test('gives concurrent repeats one answer', async () => {
    const { ada, bob, roomId } = await together()
    const commandId = newId()
    const answers = await Promise.all([1, 2, 3].map(() => exit(ada, roomId, { commandId })))
    expect(answers[0]).toMatchObject({ blockedId: bob })
    expect(answers).toEqual([answers[0], answers[0], answers[0]])
    expect(await listOf(ada)).toEqual([bob])
  })

  test('by the last player blocks the opponent, who has already left, and closes the room', async () => {
    const { ada, bob, roomId } = await together()
    await leave(bob, roomId)
    expect(await exit(ada, roomId)).toMatchObject({
      blockedId: bob,
      incident: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
    })
    await expect(rooms.getRoom({ roomId })).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    expect(await listOf(ada)).toEqual([bob])
  })

  test('by a player who was always alone leaves and blocks no one', async () => {
    const ada = newAccount()
    const { id } = await platform.create(rooms, ada)
    expect(await exit(ada, id)).toEqual({ blockedId: 0, incident: '' })
    await expect(rooms.getRoom({ roomId: id })).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
  })

  test('works for a banned player, and with a full list, which does not grow', async () => {
    const { ada, bob, roomId } = await together()
    await platform.fillBlockList(ada, BLOCKS_MAX)
    const banned = await platform.principal(ada, { restrictions: [{ scope: 'global', untilMs: 0 }] })
    await rooms.leaveAndBlock({ commandId: newId(), roomId, accountId: 0 }, banned)
    const listed = await listOf(ada)
    expect(listed).toHaveLength(BLOCKS_MAX)
    expect(listed[0]).toBe(bob)
  })

  test('blocks a named spectator, who stops watching', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const cups = createCups(platform)
    try {
      const { id: roomId } = await cups.openTie([ada, bob])
      for (const player of [ada, bob]) {
        await platform.join(rooms, player, roomId)
        await watching.allowSpectators({ roomId, allow: true }, await platform.principal(player))
      }
      await watching.watchRoom({ roomId, pass: '', connection: connectionOf(eve) }, await platform.principal(eve))
      expect(await exit(ada, roomId, { whom: eve })).toMatchObject({ blockedId: eve })
      expect(await listOf(ada)).toEqual([eve])
      expect((await rooms.getRoom({ roomId })).room?.watchers).toEqual([])
    } finally {
      await cups.stop()
    }
  })

  test('leaves without a block when it names a stranger or its own account', async () => {
    for (const whom of [newAccount(), -1, 'own'] as const) {
      const { ada, bob, roomId } = await together()
      expect(await exit(ada, roomId, { whom: whom === 'own' ? ada : whom })).toEqual({ blockedId: 0, incident: '' })
      expect(await seatsOf(roomId)).toEqual([bob])
      expect(await listOf(ada)).toEqual([])
    }
  })
})

describe('without a seat', () => {
  test('still blocks the player who last sat there with the caller, once', async () => {
    const { ada, bob, roomId } = await together()
    await leave(ada, roomId)
    const commandId = newId()
    const first = await exit(ada, roomId, { commandId })
    expect(first).toMatchObject({ blockedId: bob })
    expect(await listOf(ada)).toEqual([bob])
    await unblock(ada, bob)
    expect(await exit(ada, roomId, { commandId })).toEqual(first)
    expect(await listOf(ada)).toEqual([])
  })

  test('blocks the named account if they have met or the name is public', async () => {
    const { ada, bob, roomId } = await together()
    await leave(ada, roomId)
    const famous = newAccount()
    await platform.nameInPublic(famous)
    expect(await exit(ada, newId(), { whom: bob })).toMatchObject({ blockedId: bob })
    expect(await exit(ada, 'no room', { whom: famous })).toEqual({ blockedId: famous, incident: '' })
    expect((await listOf(ada)).sort()).toEqual([bob, famous])
  })

  test('does not let a stranger block the players of a room', async () => {
    const { bob, roomId } = await together()
    const eve = newAccount()
    await expect(exit(eve, roomId)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(exit(eve, roomId, { whom: bob })).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    expect(await listOf(eve)).toEqual([])
  })
})

describe('while PostgreSQL is down', () => {
  test('the seat is free immediately, and the block is stored when PostgreSQL is back', async () => {
    const cutOff = await platform.pod({}, { POSTGRES_URL: postgres.url })
    const { client } = cutOff
    // It would store the event at once.
    await pod.kill()
    const { ada, bob, roomId } = await together(client)
    await postgres.cut()
    try {
      expect(await exit(ada, roomId, { client })).toMatchObject({ blockedId: bob })
      const { room } = await client.getRoom({ roomId })
      expect(room?.seats.map(({ accountId }) => accountId)).toEqual([bob])
      expect(await platform.blocksOf(ada)).toEqual([])
    } finally {
      await postgres.mend()
    }
    await eventually(async () => expect(await platform.blocksOf(ada)).toEqual([bob]), 20_000)
    await cutOff.kill()
  })

  test("a pod that dies after the commit leaves the block to another pod's sweep", async () => {
    const dying = await platform.pod({ bus: dyingBus(await realBus()) }, { POSTGRES_URL: postgres.url })
    const { ada, bob, roomId } = await together(dying.client)
    await postgres.cut()
    expect(await exit(ada, roomId, { client: dying.client })).toMatchObject({ blockedId: bob })
    await dying.kill()
    await postgres.mend()
    expect(await platform.blocksOf(ada)).toEqual([])
    await platform.pod()
    await eventually(async () => expect(await platform.blocksOf(ada)).toEqual([bob]), 20_000)
  })
})

/** A bus of a process that dies before it has published anything. */
const dyingBus = (real: Bus): Bus => ({
  ...real,
  publish: () => {
    throw new Error('the process is gone')
  },
  publishEvent: () => Promise.reject(new Error('the process is gone')),
})
