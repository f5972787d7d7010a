import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId, type GrpcClient } from '@kla/chassis'
import { BlocksServiceService as definition } from '@kla/proto'
import { BLOCKS_MAX } from '@kla/proto/web'
import { createTestClient } from '@kla/testkit'
import { createPlatform, newAccount, type Platform, type RoomsClient } from '../platform.js'
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

/** Blocks somebody whose name is public, which needs no meeting. */
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

  test('stays within BLOCKS_MAX under concurrent requests', async () => {
    const ada = newAccount()
    const already = Array.from({ length: BLOCKS_MAX - 2 }, newAccount)
    for (let start = 0; start < already.length; start += 25) {
      await Promise.all(already.slice(start, start + 25).map((blocked) => block(ada, blocked)))
    }
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => block(ada, newAccount())))
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const result of refused) expect(result).toMatchObject({ reason: { reason: 'TOO_MANY_BLOCKS' } })
    expect(await listOf(ada)).toHaveLength(BLOCKS_MAX)
    await block(ada, already[0] as number)
  })
})

describe('a room', () => {
  test.each(['the one who sits there', 'the one who comes'])('rejects a join where %s has blocked the other player', async (who) => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(rooms, ada)
    await (who === 'the one who comes' ? block(bob, ada) : block(ada, bob))
    await expect(platform.join(rooms, bob, room.id)).rejects.toMatchObject({ reason: 'ROOM_BLOCKED' })
    expect((await rooms.getRoom({ roomId: room.id })).room?.seats.map((seat) => seat.accountId)).toEqual([ada])
    await Promise.all([unblock(ada, bob), unblock(bob, ada)])
    await platform.join(rooms, bob, room.id)
  })

  test('does not reveal a block before the passcode is correct', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const room = await platform.create(rooms, ada, { passcode: 'sesame' })
    await block(ada, bob)
    const answers = async (account: number): Promise<unknown[]> => {
      const reasons: unknown[] = []
      for (const passcode of ['', 'guess', 'guess', 'guess', 'guess', 'guess', 'sesame']) {
        const refused = platform.join(rooms, account, room.id, { passcode }).catch((error: unknown) => error)
        reasons.push(((await refused) as { reason?: string }).reason)
      }
      return reasons
    }
    const wrong = Array.from({ length: 5 }, () => 'WRONG_PASSCODE')
    const asToAnybody = ['PASSCODE_REQUIRED', ...wrong, 'TOO_MANY_PASSCODES']
    expect(await Promise.all([bob, eve].map(answers))).toEqual([asToAnybody, asToAnybody])
  })

  test('rejects a blocked player with the correct passcode and spends no try', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(rooms, ada, { passcode: 'sesame' })
    await block(ada, bob)
    for (let time = 0; time < 6; time++) {
      await expect(platform.join(rooms, bob, room.id, { passcode: 'sesame' })).rejects.toMatchObject({
        reason: 'ROOM_BLOCKED',
      })
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

  test('reports a full room before checking blocks', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const room = await platform.create(rooms, ada)
    await platform.join(rooms, bob, room.id)
    await block(ada, eve)
    await expect(platform.join(rooms, eve, room.id)).rejects.toMatchObject({ reason: 'ROOM_FULL' })
  })
})

test('seats both players of a cup tie despite a block', async () => {
  const [ada, bob] = [newAccount(), newAccount()]
  const cups = createCups(platform)
  try {
    const { id } = await cups.openTie([ada, bob])
    await block(ada, bob)
    await platform.join(rooms, ada, id)
    await platform.join(rooms, bob, id)
    await rooms.leaveRoom({ commandId: newId(), roomId: id }, await platform.principal(bob))
    expect((await platform.join(rooms, bob, id)).seats).toHaveLength(2)
  } finally {
    await cups.stop()
  }
})
