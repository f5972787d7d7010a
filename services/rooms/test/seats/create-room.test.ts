import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { type CreateRoomRequest, roomIdFor } from '@kla/proto'
import { connectionOf, createPlatform, newAccount, ordinaryRoom, type Platform, type RoomsClient } from '../platform.js'

describe('creating a room', () => {
  let platform: Platform
  let one: RoomsClient
  let other: RoomsClient

  beforeAll(async () => {
    platform = await createPlatform()
    one = (await platform.pod()).client
    other = (await platform.pod()).client
  })
  afterAll(() => platform.stop())

  test('seats the creator', async () => {
    const ada = newAccount()
    const room = await platform.create(one, ada, { name: '  Velvet  ', mode: 'stamina', category: 'trans' })
    expect(room).toMatchObject({
      name: 'Velvet',
      creator: `player${ada}`,
      mode: 'stamina',
      capacity: 2,
      category: 'trans',
      passcodeRequired: false,
      publicRoom: true,
      version: 1,
      seats: [{ accountId: ada, connection: connectionOf(ada), graceDeadlineMs: 0 }],
    })
    await expect(other.getRoom({ roomId: room.id })).resolves.toEqual({ room })
  })

  test('uses a proposed id that belongs to the creator', async () => {
    const ada = newAccount()
    const roomId = roomIdFor(ada, newId())
    await expect(platform.create(one, ada, { roomId })).resolves.toMatchObject({ id: roomId })
    const [bea, cleo] = [newAccount(), newAccount()]
    const { id } = await platform.create(one, cleo, { roomId: roomIdFor(cleo + 1, newId()) })
    expect(id).toBe(roomIdFor(cleo, id))
    const { id: other } = await platform.create(one, bea, { roomId: 'any.*' })
    expect(other).toBe(roomIdFor(bea, other))
  })

  test.each<[string, Partial<CreateRoomRequest>, string]>([
    ['an empty name', { name: '   ' }, 'ROOM_NAME_REQUIRED'],
    ['an invisible name', { name: '\u200b' }, 'ROOM_NAME_REQUIRED'],
    ['a blank name', { name: '\u2800 \u3164\0' }, 'ROOM_NAME_REQUIRED'],
    ['a name with an override of the direction', { name: 'moor \u202edab' }, 'NAME_INVISIBLE'],
    ['a name with an invisible character', { name: 'my\u200broom' }, 'NAME_INVISIBLE'],
    ['a name with stacks of marks', { name: `z${'\u0335'.repeat(5)}` }, 'NAME_INVISIBLE'],
    ['a hateful word', { name: 'Fuck Hitler' }, 'NAME_OFFENSIVE'],
    ['a word reserved for staff', { name: '4dmin room' }, 'NAME_STAFF'],
    ['letters of two alphabets', { name: 'Pаul only' }, 'NAME_MIXED_SCRIPTS'],
    ['a word about minors', { name: 'Школьницы' }, 'NAME_MINOR'],
    ['the age of a minor', { name: 'I am 15 y/o' }, 'NAME_MINOR'],
    ['a telephone number', { name: 'Call 5550143' }, 'ROOM_NAME_CONTACT'],
    ['a long number', { name: 'Room 2025550143' }, 'ROOM_NAME_CONTACT'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, 'INVALID_FIELD'],
    ['a passcode of 33 characters', { passcode: 'x'.repeat(33) }, 'INVALID_FIELD'],
    ['another mode', { mode: 'marathon' }, 'INVALID_FIELD'],
    ['another category', { category: 'unknown' }, 'INVALID_FIELD'],
    ['three seats', { capacity: 3 }, 'INVALID_FIELD'],
    ['no connection', { connection: undefined }, 'INVALID_FIELD'],
  ])('rejects %s', async (_, fields, reason) => {
    await expect(platform.create(one, newAccount(), fields)).rejects.toMatchObject({ reason })
  })

  test('accepts a name with a short number', async () => {
    await expect(platform.create(one, newAccount(), { name: 'Battle 5550143' })).resolves.toMatchObject({
      name: 'Battle 5550143',
    })
  })

  test.each([
    ['pictures', '🌙'],
    ['families of seven code points', '👨‍👩‍👧‍👦'],
    ['flags', '🇻🇳'],
    ['hearts with a selector', '❤️'],
    ['syllables of a letter and its marks', 'क्षि'],
    ['letters with a mark that NFC leaves apart', 'x\u0301'],
  ])('accepts a name of 60 %s, and not one of 61', async (_what, character) => {
    await expect(platform.create(one, newAccount(), { name: character.repeat(61) })).rejects.toMatchObject({
      reason: 'INVALID_FIELD',
    })
    const name = character.repeat(60)
    await expect(platform.create(one, newAccount(), { name })).resolves.toMatchObject({ name })
  })

  test.each([
    ['a\0b\u0007 c', 'ab c'],
    ['two\nlines', 'two lines'],
    ['🏳️‍🌈 room', '🏳️‍🌈 room'],
    ['اتاق می‌خواهم', 'اتاق می‌خواهم'],
  ])('keeps the name %j as %j', async (name, kept) => {
    await expect(platform.create(one, newAccount(), { name })).resolves.toMatchObject({ name: kept })
  })

  test('rejects a player who has a seat', async () => {
    const ada = newAccount()
    await platform.create(one, ada)
    await expect(platform.create(other, ada)).rejects.toMatchObject({ reason: 'ALREADY_SEATED' })
  })

  test('rejects a call without a principal or a confirmed age', async () => {
    const request = ordinaryRoom(newAccount())
    await expect(one.createRoom(request)).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    const minor = await platform.principal(newAccount(), { ageConfirmed: false })
    await expect(one.createRoom(request, minor)).rejects.toMatchObject({ reason: 'AGE_NOT_CONFIRMED' })
  })

  test('creates one room when a command reaches two pods concurrently', async () => {
    const ada = newAccount()
    const commandId = newId()
    const [first, second] = await Promise.all([
      platform.create(one, ada, { commandId }),
      platform.create(other, ada, { commandId }),
    ])
    expect(second).toEqual(first)
  })

  test('answers repeats of a command that wait for the passcode of the first like the first', async () => {
    const ada = newAccount()
    const [commandId, passcode] = [newId(), 'sesame']
    const [first, ...repeats] = await Promise.all(
      Array.from({ length: 5 }, () => platform.create(one, ada, { commandId, passcode })),
    )
    expect(new Set(repeats.map(({ id }) => id))).toEqual(new Set([first?.id]))
  })

  test('keeps equal command ids of two accounts apart', async () => {
    const commandId = newId()
    const first = await platform.create(one, newAccount(), { commandId })
    const second = await platform.create(one, newAccount(), { commandId })
    expect(second.id).not.toBe(first.id)
  })
})
