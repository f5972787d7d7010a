import { expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { Room } from '@kla/proto'
import type { Hub } from '../../../src/ws/rooms/hub.js'
import { KnownSeats } from '../../../src/ws/rooms/known-seats.js'

/** Rooms knows that account n sits in "room n", except for what it refuses. */
function build(snapshot?: Room) {
  const asked: number[][] = []
  let isAway = false
  const hub = { at: (roomId: string) => (roomId === 'here' && snapshot ? { snapshot } : undefined) } as unknown as Hub
  const rooms = {
    findSeats: async ({ accountIds }: { accountIds: number[] }) => {
      asked.push(accountIds)
      await new Promise(setImmediate)
      if (isAway) throw new KlaError('UNAVAILABLE')
      return { seats: accountIds.map((accountId) => ({ accountId, roomId: `room ${accountId}` })) }
    },
  }
  const seats = new KnownSeats({ hub, rooms })
  const ask = (accountId: number, roomId: string): Promise<boolean> => {
    const known = seats.has(accountId, roomId)
    return known === true ? Promise.resolve(true) : known()
  }
  return { asked, seats, ask, goAway: () => void (isAway = true) }
}

test('a seat at this gateway is known without a call', async () => {
  const { asked, seats, ask } = build(Room.fromPartial({ seats: [{ accountId: 7 }] }))
  expect(seats.has(7, 'here')).toBe(true)
  expect(asked).toEqual([])
  expect(await ask(8, 'here')).toBe(false)
})

test('a thousand accounts are looked up in a few sequential calls, and only the room of a seat counts', async () => {
  const { asked, ask } = build()
  const answers = await Promise.all(
    Array.from({ length: 1_200 }, (_, index) => ask(index + 1, `room ${index % 2 === 0 ? index + 1 : 'of others'}`)),
  )
  expect(answers).toEqual(Array.from({ length: 1_200 }, (_, index) => index % 2 === 0))
  expect(asked.map(({ length }) => length)).toEqual([500, 500, 200])
})

test('no seat is known while rooms is away', async () => {
  const { ask, goAway } = build()
  goAway()
  expect(await ask(1, 'room 1')).toBe(false)
})

test('a watcher is known by account and former connection', () => {
  const { seats } = build(
    Room.fromPartial({ watchers: [{ accountId: 7, connection: { socketId: 'former', gatewayId: 'g' } }] }),
  )
  expect(seats.isWatching(7, 'here', 'former')).toBe(true)
  expect(seats.isWatching(8, 'here', 'former')).toBe(false)
  expect(seats.isWatching(7, 'here', 'made up')).toBe(false)
  expect(seats.isWatching(7, 'here', undefined)).toBe(false)
  expect(seats.isWatching(7, 'elsewhere', 'former')).toBe(false)
})
