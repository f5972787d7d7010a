import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { type RoomUpdate, SeatChangeKind } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { connectionOf, createPlatform, given, newAccount, type Platform, type RoomsClient } from '../platform.js'

const GRACE_MS = 400

describe('a seat', () => {
  let platform: Platform
  let one: RoomsClient
  let other: RoomsClient
  let updates: RoomUpdate[]

  beforeAll(async () => {
    platform = await createPlatform()
    const environment = { RECONNECT_GRACE_MS: String(GRACE_MS) }
    one = (await platform.pod({}, environment)).client
    other = (await platform.pod({}, environment)).client
    updates = await platform.updates()
  })
  afterAll(() => platform.stop())

  const updatesOf = (roomId: string): RoomUpdate[] => updates.filter((one) => one.roomId === roomId)
  const lose = (roomId: string, accountId: number, socketId = `socket-${accountId}`) =>
    one.reportConnectionsLost({ gatewayId: 'gateway-1', lost: [{ roomId, accountId, socketId }] })
  const leave = async (client: RoomsClient, accountId: number, roomId: string) =>
    client.leaveRoom({ commandId: newId(), roomId }, await platform.principal(accountId))

  test('is free for another player after leaving, as is the player for another seat', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    await platform.join(one, bob, room.id)
    await leave(other, bob, room.id)
    await platform.join(one, eve, room.id)
    await expect(platform.create(one, bob)).resolves.toMatchObject({ version: 1 })
  })

  test('can be left while Redis has no memory, with or without a block, and the others are notified', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const rooms = [await platform.create(one, ada), await platform.create(one, eve)]
    await platform.join(one, bob, rooms[0]!.id)
    await platform.redis.config('SET', 'maxmemory', '1')
    try {
      await expect(platform.create(one, newAccount())).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
      await expect(platform.join(one, newAccount(), rooms[1]!.id)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
      const exit = { commandId: newId(), roomId: rooms[0]!.id, accountId: ada }
      expect(await other.leaveAndBlock(exit, await platform.principal(bob))).toMatchObject({ blockedId: ada })
      await leave(other, ada, rooms[0]!.id)
      await leave(one, eve, rooms[1]!.id)
      for (const { id } of rooms)
        await eventually(() => expect(updatesOf(id).at(-1)).toMatchObject({ closedReason: 'empty' }))
    } finally {
      await platform.redis.config('SET', 'maxmemory', '0')
    }
    expect(await platform.blocksOf(bob)).toEqual([ada])
    await platform.create(one, bob)
  })

  test('cannot be left by an account without one', async () => {
    const room = await platform.create(one, newAccount())
    const bob = newAccount()
    await expect(leave(one, bob, room.id)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(leave(one, bob, newId())).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(leave(one, bob, 'nonsense')).rejects.toMatchObject({ reason: 'NOT_SEATED' })
  })

  test('closes its room when the last one is left', async () => {
    const ada = newAccount()
    const room = await platform.create(one, ada)
    await leave(one, ada, room.id)
    await expect(other.getRoom({ roomId: room.id })).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await expect(platform.join(other, newAccount(), room.id)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    await eventually(() =>
      expect(updatesOf(room.id).at(-1)).toMatchObject({
        closedReason: 'empty',
        room: { seats: [] },
        changes: [{ kind: SeatChangeKind.LEFT, seat: { accountId: ada } }],
      }),
    )
  })

  test('is kept after a lost connection and resumed on another one', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    await platform.join(one, bob, room.id)
    await lose(room.id, bob)
    const lost = given(await other.getRoom({ roomId: room.id }))
    expect(lost.seats[1]?.graceDeadlineMs).toBeGreaterThan(0)
    const connection = connectionOf(bob, 'again', 'gateway-2')
    const resumed = given(await other.resumeSeat({ roomId: room.id, connection }, await platform.principal(bob)))
    expect(resumed.seats[1]).toMatchObject({ accountId: bob, connection, graceDeadlineMs: 0 })
    await eventually(() =>
      expect(updatesOf(room.id).map(({ changes }) => changes[0]?.kind)).toEqual([
        SeatChangeKind.TAKEN,
        SeatChangeKind.TAKEN,
        SeatChangeKind.LOST,
        SeatChangeKind.RESUMED,
      ]),
    )
  })

  test('ignores a late report of a former connection', async () => {
    const ada = newAccount()
    const room = await platform.create(one, ada)
    const connection = connectionOf(ada, 'again')
    await one.resumeSeat({ roomId: room.id, connection }, await platform.principal(ada))
    await lose(room.id, ada)
    expect(given(await one.getRoom({ roomId: room.id })).seats[0]).toMatchObject({ connection, graceDeadlineMs: 0 })
  })

  test('cannot be resumed by an account without one', async () => {
    const room = await platform.create(one, newAccount())
    const bob = newAccount()
    const principal = await platform.principal(bob)
    const connection = connectionOf(bob)
    await expect(one.resumeSeat({ roomId: room.id, connection }, principal)).rejects.toMatchObject({
      reason: 'NOT_SEATED',
    })
    await expect(one.resumeSeat({ roomId: newId(), connection }, principal)).rejects.toMatchObject({
      reason: 'ROOM_NOT_FOUND',
    })
  })

  test('is freed at the end of its grace period, and not before', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    await platform.join(one, bob, room.id)
    await lose(room.id, bob)
    const { graceDeadlineMs = 0 } = given(await one.getRoom({ roomId: room.id })).seats[1] ?? {}
    await eventually(async () => expect(given(await other.getRoom({ roomId: room.id })).seats).toHaveLength(1))
    expect(Date.now()).toBeGreaterThanOrEqual(graceDeadlineMs)
    await eventually(() =>
      expect(updatesOf(room.id).at(-1)?.changes).toMatchObject([
        { kind: SeatChangeKind.LEFT, seat: { accountId: bob } },
      ]),
    )
    await expect(platform.create(one, bob)).resolves.toMatchObject({ version: 1 })
  })

  test('a room closes when all its players are lost', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    await platform.join(one, bob, room.id)
    await Promise.all([lose(room.id, ada), lose(room.id, bob)])
    await eventually(() => expect(updatesOf(room.id).at(-1)?.closedReason).toBe('empty'))
  })

  test('a batch of reports applies to the known connections', async () => {
    const accounts = Array.from({ length: 60 }, newAccount)
    const rooms = await Promise.all(accounts.map((account) => platform.create(one, account)))
    await one.reportConnectionsLost({
      gatewayId: 'gateway-1',
      lost: [
        { roomId: 'nonsense', accountId: 1, socketId: 'x' },
        { roomId: newId(), accountId: 1, socketId: 'x' },
        ...rooms.map(({ id }, index) => {
          const accountId = accounts[index] ?? 0
          return { roomId: id, accountId, socketId: `socket-${accountId}` }
        }),
      ],
    })
    await eventually(() =>
      expect(rooms.map(({ id }) => updatesOf(id).at(-1)?.closedReason)).toEqual(rooms.map(() => 'empty')),
    )
  })
})

describe('the seats of a gateway', () => {
  let platform: Platform
  let client: RoomsClient
  let updates: RoomUpdate[]

  beforeAll(async () => {
    platform = await createPlatform()
    client = (await platform.pod({}, { GATEWAY_LEASE_MS: '3000' })).client
    await platform.pod({}, { GATEWAY_LEASE_MS: '3000' })
    updates = await platform.updates()
  })
  afterAll(() => platform.stop())

  const lost = (accountId: number): boolean =>
    updates.some(({ changes }) =>
      changes.some(({ kind, seat }) => kind === SeatChangeKind.LOST && seat?.accountId === accountId),
    )

  test('are lost once it is silent for its lease, and those of an active gateway are not', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    await expect(client.renewGateway({ gatewayId: 'living' })).resolves.toEqual({ leaseMs: 3_000 })
    const room = await platform.create(client, ada, { connection: connectionOf(ada, 'a', 'living') })
    await platform.join(client, bob, room.id, { gatewayId: 'silent' })
    await platform.create(client, eve, { connection: connectionOf(eve, 'e', 'never-renewed') })
    await eventually(async () => {
      await client.renewGateway({ gatewayId: 'living' })
      expect([ada, bob, eve].map(lost)).toEqual([false, true, true])
    }, 20_000)
  })
})

describe('the seats of many accounts', () => {
  let platform: Platform
  beforeAll(async () => void (platform = await createPlatform()))
  afterAll(() => platform.stop())

  test('are found by one call, except one that was given up', async () => {
    const { client } = await platform.pod()
    const [ada, bob, eve, stranger] = [newAccount(), newAccount(), newAccount(), newAccount()]
    const room = await platform.create(client, ada)
    await platform.join(client, bob, room.id)
    const left = await platform.create(client, eve)
    await client.leaveRoom({ commandId: newId(), roomId: left.id }, await platform.principal(eve))
    const { seats } = await client.findSeats({ accountIds: [ada, bob, eve, stranger, ada], roomIds: [] })
    expect(seats.map(({ accountId, roomId }) => `${accountId} ${roomId}`).sort()).toEqual(
      [`${ada} ${room.id}`, `${bob} ${room.id}`].sort(),
    )
    expect(seats.map(({ playing }) => playing)).toEqual([false, false])
    const many = Array.from({ length: 501 }, (_, index) => index + 1)
    await expect(client.findSeats({ accountIds: many, roomIds: [] })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(client.findSeats({ accountIds: [], roomIds: many.map(String) })).rejects.toMatchObject({
      reason: 'INVALID_FIELD',
    })
  })

  test('are of a pair that plays once a player has asked to play, until the other leaves', async () => {
    const { client } = await platform.pod()
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(client, ada)
    const roomIds = [room.id, room.id, newId(), 'no room']
    const playing = async (): Promise<unknown> => {
      const { seats, seatsInRooms } = await client.findSeats({ accountIds: [ada, bob], roomIds })
      expect(seatsInRooms).toEqual(seats)
      return seats.map((seat) => [seat.accountId, seat.roomId, seat.playing])
    }
    await client.reserveForPlay({ roomId: room.id }, await platform.principal(ada))
    expect(await playing()).toEqual([[ada, room.id, false]])
    await platform.join(client, bob, room.id)
    expect(await playing()).toEqual([
      [ada, room.id, true],
      [bob, room.id, true],
    ])
    await client.leaveRoom({ commandId: newId(), roomId: room.id }, await platform.principal(bob))
    expect(await playing()).toEqual([[ada, room.id, false]])
  })

  test('are not found by a pointer that the room does not confirm', async () => {
    const { client } = await platform.pod()
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(client, ada)
    await platform.redis.hset(`${platform.prefix}seat:{${bob}}`, { roomId: room.id, claim: 'stale', untilMs: 1 })
    expect((await client.findSeats({ accountIds: [ada, bob], roomIds: [] })).seats).toEqual([
      { accountId: ada, roomId: room.id, playing: false },
    ])
  })
})
