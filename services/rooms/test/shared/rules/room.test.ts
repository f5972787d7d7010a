import { expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { roomIdFor } from '@kla/proto'
import { isRoomId, shardOf, SHARDS } from '../../../src/shared/rules/room.js'

test('gives a repeated creation an id on the same shard', () => {
  for (const creator of [1, 15, 16, 4_242_424_242]) {
    const [one, other] = [roomIdFor(creator, newId()), roomIdFor(creator, newId())]
    expect(one).not.toBe(other)
    expect(shardOf(one)).toBe(shardOf(other))
    expect(isRoomId(one)).toBe(true)
  }
})

test('spreads creators over all shards', () => {
  const used = Array.from({ length: 16 }, (_, creator) => shardOf(roomIdFor(creator, newId())))
  expect(used).toEqual(SHARDS)
})

test.each(['', 'x', '{s1}', newId().toUpperCase(), `${newId()} `, '00000000-0000-4000-8000-000000000000'])(
  'rejects the room id %p',
  (text) => expect(isRoomId(text)).toBe(false),
)
