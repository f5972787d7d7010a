import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type KlaError, newId } from '@kla/chassis'
import { SeatChangeKind } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createPlatform, newAccount, type Platform, type RoomsClient } from '../platform.js'

describe('joining a room', () => {
  let platform: Platform
  let one: RoomsClient
  let other: RoomsClient

  beforeAll(async () => {
    platform = await createPlatform()
    one = (await platform.pod()).client
    other = (await platform.pod()).client
  })
  afterAll(() => platform.stop())

  test('seats the second player on any pod', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    const joined = await platform.join(other, bob, room.id)
    expect(joined.seats.map((seat) => seat.accountId)).toEqual([ada, bob])
    expect(joined.version).toBeGreaterThan(room.version)
    await expect(one.getRoom({ roomId: room.id })).resolves.toEqual({ room: joined })
  })

  test('gives one free seat to exactly one of a hundred players', async () => {
    const room = await platform.create(one, newAccount())
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => platform.join(index % 2 ? one : other, newAccount(), room.id)),
    )
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as KlaError).reason] : [],
    )
    expect(refused).toEqual(Array.from({ length: 99 }, () => 'ROOM_FULL'))
    expect((await one.getRoom({ roomId: room.id })).room?.seats).toHaveLength(2)
  })

  test('seats no one by an invitation whose host has left, but anyone who accepts the room as it is now', async () => {
    const [host, guest, friend] = [newAccount(), newAccount(), newAccount()]
    const room = await platform.create(one, host)
    await platform.join(one, guest, room.id, { invited: true })
    expect(await one.lookAtRoom({ roomId: room.id }, await platform.principal(guest))).toMatchObject({
      hostLeft: false,
    })
    await one.leaveRoom({ commandId: newId(), roomId: room.id }, await platform.principal(host))
    await expect(platform.join(other, friend, room.id, { invited: true })).rejects.toMatchObject({
      reason: 'HOST_LEFT',
    })
    const look = async (accountId: number) => one.lookAtRoom({ roomId: room.id }, await platform.principal(accountId))
    expect(await look(friend)).toMatchObject({ hostLeft: true })
    // Who has a seat keeps it.
    expect(await look(guest)).toMatchObject({ hostLeft: false })
    await platform.join(other, guest, room.id, { invited: true })
    const joined = await platform.join(other, friend, room.id)
    expect(joined.seats.map(({ accountId }) => accountId)).toEqual([guest, friend])
  })

  test('leaves no claim for rejected players', async () => {
    const room = await platform.create(one, newAccount())
    const crowd = Array.from({ length: 20 }, newAccount)
    const results = await Promise.allSettled(crowd.map((account) => platform.join(one, account, room.id)))
    const refused = crowd.filter((_, index) => results[index]?.status === 'rejected')
    expect(refused).toHaveLength(19)
    const pointers = refused.map((account) => `${platform.prefix}seat:{${account}}`)
    const held = await Promise.all(pointers.map((pointer) => platform.redis.exists(pointer)))
    expect(held).toEqual(refused.map(() => 0))
  })

  test('rejects a player without a confirmed age', async () => {
    const room = await platform.create(one, newAccount())
    const bob = newAccount()
    const minor = await platform.principal(bob, { ageConfirmed: false })
    const connection = { socketId: 's', gatewayId: 'g' }
    await expect(
      one.joinRoom({ commandId: '', connection, roomId: room.id, passcode: '' }, minor),
    ).rejects.toMatchObject({ reason: 'AGE_NOT_CONFIRMED' })
  })

  test.each(['', 'lobby', newId(), '{s0}'])('rejects the room id %p', async (roomId) => {
    await expect(platform.join(one, newAccount(), roomId)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
  })

  test('rejects a player seated in another room', async () => {
    const ada = newAccount()
    await platform.create(one, ada)
    const room = await platform.create(one, newAccount())
    await expect(platform.join(other, ada, room.id)).rejects.toMatchObject({ reason: 'ALREADY_SEATED' })
  })

  test('frees a seat in its grace period in another room', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const left = await platform.create(one, ada)
    await platform.join(one, bob, left.id)
    await one.reportConnectionsLost({
      gatewayId: 'gateway-1',
      lost: [{ roomId: left.id, accountId: ada, socketId: `socket-${ada}` }],
    })
    const room = await platform.create(one, newAccount())
    await platform.join(other, ada, room.id)
    expect((await one.getRoom({ roomId: left.id })).room?.seats.map((seat) => seat.accountId)).toEqual([bob])
  })

  test('keeps that seat when the new room has no free one', async () => {
    const ada = newAccount()
    const kept = await platform.create(one, ada)
    await one.reportConnectionsLost({
      gatewayId: 'gateway-1',
      lost: [{ roomId: kept.id, accountId: ada, socketId: `socket-${ada}` }],
    })
    const full = await platform.create(one, newAccount())
    await platform.join(one, newAccount(), full.id)
    await expect(platform.join(one, ada, full.id)).rejects.toMatchObject({ reason: 'ROOM_FULL' })
    expect((await one.getRoom({ roomId: kept.id })).room?.seats).toHaveLength(1)
  })

  test("moves the player's own seat to a new connection, without a passcode", async () => {
    const ada = newAccount()
    const room = await platform.create(one, ada, { passcode: 'sesame' })
    const updates = await platform.updates()
    const joined = await platform.join(other, ada, room.id, { socketId: 'second', gatewayId: 'gateway-2' })
    expect(joined.seats).toMatchObject([{ accountId: ada, connection: { socketId: 'second', gatewayId: 'gateway-2' } }])
    await eventually(() =>
      expect(
        updates.find(({ roomId, room: now }) => roomId === room.id && now?.version === joined.version)?.changes,
      ).toMatchObject([{ kind: SeatChangeKind.RESUMED, replacedSocketId: `socket-${ada}` }]),
    )
  })

  test('leaves one seat for an account that joins two rooms concurrently', async () => {
    const ada = newAccount()
    const rooms = await Promise.all([platform.create(one, newAccount()), platform.create(one, newAccount())])
    const results = await Promise.allSettled([
      platform.join(one, ada, rooms[0].id),
      platform.join(other, ada, rooms[1].id),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'ALREADY_SEATED' } })
  })

  test('returns the first answer to a repeated command, even after leaving', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    const commandId = newId()
    const first = await platform.join(one, bob, room.id, { commandId })
    await one.leaveRoom({ commandId: newId(), roomId: room.id }, await platform.principal(bob))
    await expect(platform.join(other, bob, room.id, { commandId })).resolves.toEqual(first)
    expect((await one.getRoom({ roomId: room.id })).room?.seats.map((seat) => seat.accountId)).toEqual([ada])
  })

  test('repeats the refusal of a repeated command', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const room = await platform.create(one, ada)
    await platform.join(one, bob, room.id)
    const commandId = newId()
    await expect(platform.join(one, eve, room.id, { commandId })).rejects.toMatchObject({ reason: 'ROOM_FULL' })
    await one.leaveRoom({ commandId: newId(), roomId: room.id }, await platform.principal(bob))
    await expect(platform.join(other, eve, room.id, { commandId })).rejects.toMatchObject({ reason: 'ROOM_FULL' })
    await platform.join(other, eve, room.id)
  })
})

describe('a player who has not agreed to be seen immediately', () => {
  let platform: Platform
  let one: RoomsClient
  let other: RoomsClient

  beforeAll(async () => {
    platform = await createPlatform()
    one = (await platform.pod()).client
    other = (await platform.pod()).client
  })
  afterAll(() => platform.stop())

  const only = { veiledOnly: true }
  const refused = {
    reason: 'ROOM_NOT_VEILED',
    message: "Video isn't blurred in this room. It starts as soon as you join.",
  }

  test('is seated in a veiled room, and in no other before agreeing', async () => {
    const bob = newAccount()
    const veiled = await platform.create(one, newAccount(), { veiled: true })
    expect((await platform.join(other, bob, veiled.id, only)).seats).toHaveLength(2)
    await other.leaveRoom({ commandId: newId(), roomId: veiled.id }, await platform.principal(bob))

    const plain = await platform.create(one, newAccount())
    await expect(platform.join(other, bob, plain.id, only)).rejects.toMatchObject(refused)
    expect((await one.getRoom({ roomId: plain.id })).room?.seats).toHaveLength(1)
    // No claim is left that would keep it from agreeing.
    expect((await platform.join(other, bob, plain.id)).seats).toHaveLength(2)
  })

  test('moves a seat taken earlier to another device only once its player agrees', async () => {
    const ada = newAccount()
    const room = await platform.create(one, ada)
    const another = { socketId: 'another' }
    await expect(platform.join(other, ada, room.id, { ...only, ...another })).rejects.toMatchObject(refused)
    const again = await platform.join(other, ada, room.id, another)
    expect(again.seats).toMatchObject([{ accountId: ada, connection: another }])
  })

  test('learns no more than others about a full room or one with a passcode', async () => {
    const secret = await platform.create(one, newAccount(), { passcode: 'sesame' })
    const bob = newAccount()
    await expect(platform.join(one, bob, secret.id, only)).rejects.toMatchObject({ reason: 'PASSCODE_REQUIRED' })
    await expect(platform.join(one, bob, secret.id, { ...only, passcode: 'open' })).rejects.toMatchObject({
      reason: 'WRONG_PASSCODE',
    })
    await expect(platform.join(one, bob, secret.id, { ...only, passcode: 'sesame' })).rejects.toMatchObject(refused)
    const full = await platform.create(one, newAccount())
    await platform.join(one, newAccount(), full.id)
    await expect(platform.join(one, bob, full.id, only)).rejects.toMatchObject({ reason: 'ROOM_FULL' })
  })
})

describe('a look at a room', () => {
  let platform: Platform
  let rooms: RoomsClient

  beforeAll(async () => {
    platform = await createPlatform()
    rooms = (await platform.pod()).client
  })
  afterAll(() => platform.stop())

  const look = async (accountId: number, roomId: string) =>
    (await rooms.lookAtRoom({ roomId }, await platform.principal(accountId))).room

  test('shows what the list shows, without a passcode, and takes no seat', async () => {
    const { id } = await platform.create(rooms, newAccount(), { passcode: 'sesame', veiled: true })
    const listed = (await rooms.listRooms({ limit: 0 })).rooms.find((room) => room.id === id)
    expect(listed).toMatchObject({ veiled: true, passcodeRequired: true, players: 1 })
    expect(await look(newAccount(), id)).toEqual(listed)
    const plain = await platform.create(rooms, newAccount())
    expect(await look(newAccount(), plain.id)).toMatchObject({ veiled: false })
    expect((await rooms.getRoom({ roomId: plain.id })).room).toEqual(plain)
  })

  test('is refused where joining would be', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    for (const roomId of [newId(), 'lobby']) {
      await expect(look(ada, roomId)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    }
    const { id } = await platform.create(rooms, ada)
    await platform.join(rooms, bob, id)
    await expect(look(eve, id)).rejects.toMatchObject({ reason: 'ROOM_FULL' })
    // Who sits there may always look.
    expect(await look(bob, id)).toMatchObject({ players: 2 })
    const minor = await platform.principal(eve, { ageConfirmed: false })
    await expect(rooms.lookAtRoom({ roomId: id }, minor)).rejects.toMatchObject({ reason: 'AGE_NOT_CONFIRMED' })
  })
})

describe('a passcode', () => {
  let platform: Platform
  let one: RoomsClient
  let other: RoomsClient

  beforeAll(async () => {
    platform = await createPlatform()
    one = (await platform.pod()).client
    other = (await platform.pod()).client
  })
  afterAll(() => platform.stop())

  test('is required, and admits when correct', async () => {
    const room = await platform.create(one, newAccount(), { passcode: '  sesame ' })
    expect(room.passcodeRequired).toBe(true)
    const bob = newAccount()
    await expect(platform.join(one, bob, room.id)).rejects.toMatchObject({ reason: 'PASSCODE_REQUIRED' })
    await expect(platform.join(one, bob, room.id, { passcode: 'open' })).rejects.toMatchObject({
      reason: 'WRONG_PASSCODE',
    })
    await expect(platform.join(one, bob, room.id, { passcode: ' sesame' })).resolves.toMatchObject({ id: room.id })
  })

  test('is stored only as a hash', async () => {
    const room = await platform.create(one, newAccount(), { passcode: 'swordfish' })
    const stored = await platform.redis.hget(`${platform.prefix}{s${room.id.slice(-1)}}:room:${room.id}`, 'record')
    expect(stored).toContain('$argon2id$')
    expect(stored).not.toContain('swordfish')
  })

  test('may be wrong five times a minute, over all pods and under concurrent requests', async () => {
    const room = await platform.create(one, newAccount(), { passcode: 'sesame' })
    const bob = newAccount()
    const guesses = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        platform.join(index % 2 ? one : other, bob, room.id, { passcode: `guess ${index}` }),
      ),
    )
    const reasons = guesses.map((guess) => (guess as PromiseRejectedResult).reason.reason as string).sort()
    expect(reasons).toEqual([
      ...Array.from({ length: 7 }, () => 'TOO_MANY_PASSCODES'),
      ...Array.from({ length: 5 }, () => 'WRONG_PASSCODE'),
    ])
    await expect(platform.join(one, bob, room.id, { passcode: 'sesame' })).rejects.toMatchObject({
      reason: 'TOO_MANY_PASSCODES',
    })
    await expect(platform.join(one, newAccount(), room.id, { passcode: 'sesame' })).resolves.toMatchObject({})
  })
})
