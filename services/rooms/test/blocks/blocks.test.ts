import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { createDatabase, type Database, type GrpcClient, newId } from '@kla/chassis'
import { BlocksChanged, BlocksServiceService as definition, PlayerBlocked, subjects } from '@kla/proto'
import { BLOCKS_MAX } from '@kla/proto/web'
import { createTestClient, eventually, quietLogger } from '@kla/testkit'
import { createBlocks } from '../../src/blocks/index.js'
import { BLOCKS_KEPT_MAX, createBlockStore } from '../../src/blocks/store.js'
import { createRoomStore } from '../../src/seats/room-store.js'
import { createKeys } from '../../src/shared/redis.js'
import { connectionOf, createPlatform, newAccount, type Platform, type RoomsClient } from '../platform.js'
import { createCups } from '../tie-room.js'

let platform: Platform
let rooms: RoomsClient
let blocks: GrpcClient<typeof definition>

beforeAll(async () => {
  platform = await createPlatform()
  const pod = await platform.pod()
  rooms = pod.client
  blocks = createTestClient({ definition, address: `127.0.0.1:${pod.service.ports.grpc}` })
})
afterAll(async () => {
  blocks.close()
  await platform.stop()
})

/** Blocks someone whose name is public, which needs no meeting. */
const block = async (blocker: number, blocked: number): Promise<unknown> => {
  if (blocked > 0) await platform.nameInPublic(blocked)
  return blocks.blockPlayer({ accountId: blocked }, await platform.principal(blocker))
}
const unblock = async (blocker: number, blocked: number): Promise<unknown> =>
  blocks.unblockPlayer({ accountId: blocked }, await platform.principal(blocker))
const listOf = async (blocker: number): Promise<number[]> =>
  (await blocks.listBlocks({}, await platform.principal(blocker))).blocks.map(({ accountId }) => accountId)

describe('a block list', () => {
  test('lists blocked players newest first, without duplicates', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    await block(ada, bob)
    await block(ada, eve)
    await block(ada, bob)
    expect(await listOf(ada)).toEqual([eve, bob])
    expect(await listOf(bob)).toEqual([])
    await unblock(ada, eve)
    await unblock(ada, eve)
    expect(await listOf(ada)).toEqual([bob])
  })

  test('has one entry per alias and keeps the block until the last one is removed', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const [before, after] = [bob + 1, bob + 2]
    const by = await platform.principal(ada)
    const aliases = async (): Promise<unknown[]> => (await blocks.listBlocks({}, by)).blocks.map(({ alias }) => alias)
    const apart = async (): Promise<number[]> => (await blocks.listApart({}, by)).accountIds
    await platform.nameInPublic(bob)
    await blocks.blockPlayer({ accountId: bob, alias: before }, by)
    await blocks.blockPlayer({ accountId: bob, alias: after }, by)
    expect(await aliases()).toEqual([after, before])
    await blocks.unblockPlayer({ accountId: bob, alias: after }, by)
    expect([await aliases(), await apart()]).toEqual([[before], [bob]])
    // It is not on the list, and the block stays.
    await blocks.unblockPlayer({ accountId: bob, alias: after }, by)
    expect(await apart()).toEqual([bob])
    await blocks.unblockPlayer({ accountId: newAccount(), alias: before }, by)
    expect([await aliases(), await apart()]).toEqual([[], []])
  })

  test('works for a banned player', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const banned = await platform.principal(ada, { restrictions: [{ scope: 'global', untilMs: 0 }] })
    await platform.nameInPublic(bob)
    await blocks.blockPlayer({ accountId: bob }, banned)
    expect((await blocks.listBlocks({}, banned)).blocks).toHaveLength(1)
  })

  test('rejects blocking yourself or an invalid account id', async () => {
    const ada = newAccount()
    await expect(block(ada, ada)).rejects.toMatchObject({ reason: 'CANNOT_BLOCK_YOURSELF' })
    await expect(block(ada, 0)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(unblock(ada, -1)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(blocks.listBlocks({})).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    expect(await listOf(ada)).toEqual([])
  })

  test('keeps the newest blocks of panic exits and stays within its limit under concurrent exits', async () => {
    const ada = newAccount()
    const database = createDatabase({ ...platform.tables, log: quietLogger() })
    const oldest = await platform.fillBlockList(ada, BLOCKS_KEPT_MAX - 5)
    const exits = Array.from({ length: 30 }, newAccount)
    const store = createBlockStore(database)
    const outcomes = await Promise.all(exits.map((other) => store.addOnExit(ada, { accountId: other })))
    const kept = await platform.blocksOf(ada)
    expect(kept).toHaveLength(BLOCKS_KEPT_MAX)
    expect(kept).toEqual(expect.arrayContaining(exits))
    const dropped = outcomes.flatMap((outcome) => outcome.dropped)
    expect(dropped).toHaveLength(25)
    expect(oldest).toEqual(expect.arrayContaining(dropped))
    expect(outcomes.every(({ added }) => added)).toBe(true)
    // An event of long ago brings no older block back in place of a newer one.
    expect(await store.addOnExit(ada, { accountId: newAccount() }, { atMs: Date.now() - 2 * 86_400_000 })).toEqual({
      added: false,
      dropped: [],
    })
    expect(await platform.blocksOf(ada)).toHaveLength(BLOCKS_KEPT_MAX)
    await expect(block(ada, newAccount())).rejects.toMatchObject({ reason: 'TOO_MANY_BLOCKS' })
  })

  test('stays within BLOCKS_MAX under concurrent requests', async () => {
    const ada = newAccount()
    const already = await platform.fillBlockList(ada, BLOCKS_MAX - 2)
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => block(ada, newAccount())))
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const result of refused) expect(result).toMatchObject({ reason: { reason: 'TOO_MANY_BLOCKS' } })
    expect(await listOf(ada)).toHaveLength(BLOCKS_MAX)
    await block(ada, already[0] as number)
  })
})

describe('a room', () => {
  test.each(['the one who sits there', 'the one who comes'])(
    'rejects a join where %s has blocked the other player',
    async (who) => {
      const [ada, bob] = [newAccount(), newAccount()]
      const room = await platform.create(rooms, ada)
      await (who === 'the one who comes' ? block(bob, ada) : block(ada, bob))
      await expect(platform.join(rooms, bob, room.id)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
      expect((await rooms.getRoom({ roomId: room.id })).room?.seats.map((seat) => seat.accountId)).toEqual([ada])
      await Promise.all([unblock(ada, bob), unblock(bob, ada)])
      await platform.join(rooms, bob, room.id)
    },
  )

  test('answers a blocked player like a missing room, whatever the passcode', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(rooms, ada, { passcode: 'sesame' })
    await block(ada, bob)
    const answerTo = async (roomId: string, passcode: string): Promise<Error> =>
      (await platform.join(rooms, bob, roomId, { passcode }).catch((error: unknown) => error)) as Error
    const missing = await answerTo(newId(), '')
    expect(missing).toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    for (const passcode of ['', 'guess', 'guess', 'guess', 'guess', 'guess', 'guess', 'sesame']) {
      expect(await answerTo(room.id, passcode)).toMatchObject({ reason: 'ROOM_NOT_FOUND', message: missing.message })
    }
    await unblock(ada, bob)
    await platform.join(rooms, bob, room.id, { passcode: 'sesame' })
  })

  test("keeps a player's own seat despite a block", async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(rooms, ada)
    await platform.join(rooms, bob, room.id)
    await block(ada, bob)
    const again = await platform.join(rooms, bob, room.id, { socketId: 'another', commandId: newId() })
    expect(again.seats).toHaveLength(2)
  })

  test('is missing for a blocked player even while it is full', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const room = await platform.create(rooms, ada)
    await platform.join(rooms, bob, room.id)
    await expect(platform.join(rooms, eve, room.id)).rejects.toMatchObject({ reason: 'ROOM_FULL' })
    await block(ada, eve)
    await expect(platform.join(rooms, eve, room.id)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
  })

  test('is missing for a blocked player who only looks or joins only veiled rooms', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(rooms, ada)
    await block(ada, bob)
    const looked = rooms.lookAtRoom({ roomId: room.id }, await platform.principal(bob))
    await expect(looked).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await expect(platform.join(rooms, bob, room.id, { veiledOnly: true })).rejects.toMatchObject({
      reason: 'ROOM_NOT_FOUND',
    })
  })

  test('queries the block lists equally often if missing, full, free or closed to a blocked player', async () => {
    let asked = 0
    const counting = { query: async () => ((asked += 1), { rows: [] }) } as unknown as Database
    const blocks = createBlocks({
      database: counting,
      bus: platform.bus,
      log: quietLogger(),
      durable: 'unused',
      hasMet: async () => true,
      disconnectSpectator: async () => undefined,
    })
    const room = (
      await createRoomStore(platform.redis, createKeys(platform.prefix)).load(
        (await platform.create(rooms, newAccount())).id,
      )
    ).room!
    const full = { ...room, seats: [...room.seats, { ...room.seats[0]!, accountId: newAccount() }] }
    for (const there of [undefined, room, full]) {
      asked = 0
      await blocks.checkJoin(there, newAccount())
      expect(asked).toBe(1)
    }
  })

  test('shares one query among concurrent joins and answers each correctly', async () => {
    const database = createDatabase({ ...platform.tables, log: quietLogger(), max: 1 })
    const query = jest.spyOn(database, 'query')
    const { isBlockedBetween } = createBlockStore(database)
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    await block(ada, bob)
    const answers = [
      isBlockedBetween(ada, [eve, bob]),
      isBlockedBetween(bob, [ada]),
      isBlockedBetween(eve, [ada, bob]),
      isBlockedBetween(eve, []),
    ]
    expect(await Promise.all(answers)).toEqual([true, true, false, false])
    expect(query).toHaveBeenCalledTimes(1)
    await unblock(ada, bob)
    expect(await isBlockedBetween(ada, [bob])).toBe(false)
    await database.end()
  })
})

describe('a reserved seat', () => {
  test.each(['joining', 'resuming'])('cannot be taken by %s when a block exists with the other player', async (how) => {
    const [ada, bob] = [newAccount(), newAccount()]
    const cups = createCups(platform)
    try {
      const { id } = await cups.openTie([ada, bob])
      await platform.join(rooms, ada, id)
      await block(ada, bob)
      const coming =
        how === 'joining'
          ? platform.join(rooms, bob, id)
          : rooms.resumeSeat({ roomId: id, connection: connectionOf(bob) }, await platform.principal(bob))
      await expect(coming).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
      // Who sits there already keeps the seat.
      expect((await platform.join(rooms, ada, id, { socketId: 'again' })).seats).toHaveLength(2)
      await unblock(ada, bob)
      expect((await platform.join(rooms, bob, id)).seats.every(({ graceDeadlineMs }) => graceDeadlineMs === 0)).toBe(
        true,
      )
    } finally {
      await cups.stop()
    }
  })

  test('of a cup tie cannot be taken again after leaving once a block exists', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const cups = createCups(platform)
    try {
      const { id } = await cups.openTie([ada, bob])
      await platform.join(rooms, ada, id)
      await platform.join(rooms, bob, id)
      await block(ada, bob)
      await rooms.leaveRoom({ commandId: newId(), roomId: id }, await platform.principal(bob))
      await expect(platform.join(rooms, bob, id)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    } finally {
      await cups.stop()
    }
  })
})

describe('the event of a block', () => {
  const publish = async (blockerId: number, blockedId: number, atMs: number): Promise<void> => {
    const eventId = newId()
    const event = PlayerBlocked.encode({ eventId, blockerId, blockedId, atMs }).finish()
    await platform.bus.publishEvent(subjects.eventPlayerBlocked, eventId, event)
  }

  test('blocks once, however often it is delivered, unless the block has been lifted since', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const madeMs = Date.now() - 60_000
    await publish(ada, bob, madeMs)
    await publish(ada, bob, madeMs)
    await eventually(async () => expect(await listOf(ada)).toEqual([bob]), 10_000)
    await unblock(ada, bob)
    await publish(ada, bob, madeMs)
    // They are handled in order.
    await publish(ada, eve, madeMs)
    await eventually(async () => expect(await listOf(ada)).toEqual([eve]), 10_000)
    await publish(ada, bob, Date.now() + 60_000)
    await eventually(async () => expect(await listOf(ada)).toEqual([bob, eve]), 10_000)
  })

  test('blocks no one when it arrives after the block was lifted', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const madeMs = Date.now() - 60_000
    await unblock(ada, bob)
    await publish(ada, bob, madeMs)
    await publish(ada, eve, madeMs)
    await eventually(async () => expect(await listOf(ada)).toEqual([eve]), 10_000)
  })
})

describe('accounts that must not meet', () => {
  const apartOf = async (account: number): Promise<number[]> =>
    (await blocks.listApart({}, await platform.principal(account))).accountIds.sort()

  test('are listed in both directions, also for a banned player', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    await block(ada, bob)
    await block(eve, ada)
    await block(ada, eve)
    expect(await apartOf(ada)).toEqual([bob, eve])
    expect(await apartOf(bob)).toEqual([ada])
    await unblock(ada, eve)
    expect(await apartOf(ada)).toEqual([bob, eve])
    const banned = await platform.principal(bob, { restrictions: [{ scope: 'global', untilMs: 0 }] })
    expect((await blocks.listApart({}, banned)).accountIds).toEqual([ada])
  })

  test('are published when a block is made and when it is lifted', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const changes: BlocksChanged[] = []
    const subscribed = await platform.bus.subscribe(subjects.blocksChanged, ({ data }) => {
      const change = BlocksChanged.decode(data)
      if ([ada, bob].includes(change.accountId)) changes.push(change)
    })
    await block(ada, bob)
    await block(bob, ada)
    await unblock(ada, bob)
    await unblock(bob, ada)
    const expected = [
      { accountId: ada, otherId: bob, apart: true },
      { accountId: bob, otherId: ada, apart: true },
      { accountId: ada, otherId: bob, apart: true },
      { accountId: bob, otherId: ada, apart: false },
    ]
    await eventually(() => expect(changes).toEqual(expected))
    subscribed.close()
  })
})
