import { expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { messageOf, Phase, Room, Seat, Watcher } from '@kla/proto'
import type { Rank } from '../../../src/ws/overload/priority-queue.js'
import { BattleFeed } from '../../../src/ws/rooms/battle-events.js'
import type { Hub } from '../../../src/ws/rooms/hub.js'
import { KnownSeats, rankIn } from '../../../src/ws/rooms/known-seats.js'

/** Rooms knows that account n sits in "room n", where even ones play, and accounts 1 and 2 in rooms whose names begin with "pair". */
function build(snapshot?: Room, moment?: { phase: Phase }) {
  const asked: (number | string)[][] = []
  let isAway = false
  const hub = {
    at: (roomId: string) => (roomId === 'here' && snapshot ? { snapshot, battle: { moment } } : undefined),
  } as unknown as Hub
  const rooms = {
    findSeats: async ({ accountIds, roomIds }: { accountIds: number[]; roomIds: string[] }) => {
      asked.push([...accountIds, ...roomIds])
      await new Promise(setImmediate)
      if (isAway) throw new KlaError('UNAVAILABLE')
      return {
        seats: accountIds.map((accountId) => ({
          accountId, roomId: `room ${accountId}`, playing: accountId % 2 === 0,
        })),
        seatsInRooms: roomIds.filter((roomId) => roomId.startsWith('pair')).flatMap((roomId) =>
          [1, 2].map((accountId) => ({ accountId, roomId, playing: roomId.includes('playing') })),
        ),
      } // oxfmt-ignore
    },
  }
  const seats = new KnownSeats({ hub, rooms })
  const ask = async (accountId: number, roomId: string): Promise<Rank | undefined> => {
    const { rank, findRank } = seats.rankOf(accountId, roomId)
    return findRank ? findRank() : rank
  }
  return { asked, seats, ask, goAway: () => void (isAway = true) }
}

const seatOf = (accountId: number) => messageOf(Seat, { accountId })
const HERE = messageOf(Room, { seats: [seatOf(7), seatOf(9)] })

test.each([
  [Phase.WAITING, 'seated'],
  [Phase.PROMPT, 'battle'],
  [Phase.SHOW, 'battle'],
  [Phase.VOTE, 'battle'],
  [Phase.RESULT, 'seated'],
])('a seat of a battle that this gateway follows, in phase %d, ranks as %s without a call', async (phase, rank) => {
  const { asked, seats, ask } = build(HERE, { phase })
  expect(seats.rankOf(7, 'here')).toEqual({ rank })
  expect(asked).toEqual([])
  expect(await ask(8, 'here')).toBe('newcomer')
})

test('a seat at this gateway of an unread battle ranks as seated until rooms answers', async () => {
  const { seats, ask, goAway } = build(HERE)
  expect(seats.rankOf(7, 'here').rank).toBe('seated')
  goAway()
  expect(await ask(7, 'here')).toBe('seated')
})

test('a room that rooms calls played ranks as a battle until its battle is read', () => {
  const battle = new BattleFeed()
  expect(rankIn({ snapshot: HERE, battle }, false)).toBe('battle')
  expect(rankIn({ snapshot: HERE, battle }, true)).toBe('seated')
  expect(rankIn({ snapshot: HERE, battle })).toBe('seated')
  expect(rankIn({ snapshot: messageOf(Room, { seats: [seatOf(7)] }), battle }, false)).toBe('seated')
  battle.begin()
  expect(rankIn({ snapshot: HERE, battle }, false)).toBe('seated')
})

test('a thousand accounts are looked up in a few sequential calls, and only the room of a seat counts', async () => {
  const { asked, ask } = build()
  const answers = await Promise.all(
    Array.from({ length: 1_200 }, (_, index) => ask(index + 1, `room ${index % 4 === 1 ? 'of others' : index + 1}`)),
  )
  const ranks = ['seated', 'newcomer', 'seated', 'battle']
  expect(answers).toEqual(Array.from({ length: 1_200 }, (_, index) => ranks[index % 4]))
  expect(asked.map(({ length }) => length)).toEqual([500, 500, 200])
})

test('a claim to a room where a pair plays ranks as a battle, four times in ten seconds and in the same calls', async () => {
  const { asked, seats, ask } = build()
  const playing = 'pair, playing'
  const claims = [playing, playing, playing, playing, playing, 'pair, playing too', 'pair', 'no room']
  const ranks = Promise.all(claims.map((roomId) => seats.rankOfClaim(roomId)))
  expect(await ask(2, 'room 2')).toBe('battle')
  expect(await ranks).toEqual([...Array(4).fill('battle'), 'newcomer', 'battle', 'newcomer', 'newcomer'])
  expect(asked).toEqual([[2, playing, 'pair, playing too', 'pair', 'no room']])
})

test('who sits in a claimed room is known when they enter, and nobody else is ranked by the claim', async () => {
  const { asked, seats, ask } = build()
  const claims = Promise.all(['pair, playing', 'pair'].map((roomId) => seats.rankOfClaim(roomId)))
  expect(await ask(1, 'pair')).toBe('seated')
  await claims
  asked.length = 0
  expect(seats.rankOf(1, 'pair, playing')).toEqual({ rank: 'battle' })
  expect(seats.rankOf(2, 'pair')).toEqual({ rank: 'seated' })
  expect(asked).toEqual([])
  expect(await ask(4, 'pair, playing')).toBe('newcomer')
  expect(asked).toEqual([[4]])
})

test('claims do not wait behind accounts', async () => {
  const { asked, seats } = build()
  const finding = Promise.all(Array.from({ length: 3_000 }, (_, index) => seats.find(index + 1)))
  expect(await seats.rankOfClaim('pair, playing')).toBe('battle')
  expect(asked.length).toBeLessThanOrEqual(2)
  expect((await finding).every((seat) => seat !== undefined)).toBe(true)
})

test('no seat is known while rooms is away', async () => {
  const { seats, ask, goAway } = build()
  goAway()
  expect(await ask(1, 'room 1')).toBe('newcomer')
  expect(await seats.rankOfClaim('pair, playing')).toBe('newcomer')
})

test('a watcher is known by account and former connection', () => {
  const { seats } = build(
    messageOf(Room, {
      watchers: [messageOf(Watcher, { accountId: 7, connection: { socketId: 'former', gatewayId: 'g' } })],
    }),
  )
  expect(seats.isWatching(7, 'here', 'former')).toBe(true)
  expect(seats.isWatching(8, 'here', 'former')).toBe(false)
  expect(seats.isWatching(7, 'here', 'made up')).toBe(false)
  expect(seats.isWatching(7, 'here', undefined)).toBe(false)
  expect(seats.isWatching(7, 'elsewhere', 'former')).toBe(false)
})
