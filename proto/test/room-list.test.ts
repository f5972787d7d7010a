import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  applyDifference,
  differenceOf,
  type KnownRooms,
  nextRooms,
  type RoomListItem,
  type ServerEvents,
} from '../web/index.js'

const room = (id: string, players: number): RoomListItem => ({
  id,
  name: `Room ${id}`,
  creator: 'player1',
  mode: 'rush',
  capacity: '2',
  category: 'default',
  passcodeRequired: false,
  players,
  veiled: true,
})
const isSame = (one: RoomListItem, other: RoomListItem) => one.players === other.players

const list = fc
  .uniqueArray(fc.record({ id: fc.constantFrom(...'abcdefghij'), players: fc.integer({ min: 1, max: 2 }) }), {
    selector: ({ id }) => id,
  })
  .map((rooms) => rooms.map(({ id, players }) => room(id, players)))

describe('differenceOf', () => {
  test('names what was removed, changed and added, with its place', () => {
    expect(
      differenceOf([room('a', 1), room('b', 1), room('c', 1)], [room('d', 1), room('b', 2), room('c', 1)], isSame),
    ).toEqual({ removed: ['a'], changed: [room('b', 2)], added: [{ at: 0, item: room('d', 1) }] })
  })

  test('turns any list into any other', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(applyDifference(before, differenceOf(before, after, isSame))).toEqual(after)
      }),
    )
  })
})

type Sent =
  | { kind: 'list'; data: ServerEvents['public-room-list'] }
  | { kind: 'change'; data: ServerEvents['room-list-change'] }

const snapshotOf = (lists: readonly RoomListItem[][], revision: number): Sent => ({
  kind: 'list',
  data: { rooms: lists[revision] ?? [], revision },
})

const changeOf = (lists: readonly RoomListItem[][], from: number, to: number): Sent => {
  const { removed, changed, added } = differenceOf(lists[from] ?? [], lists[to] ?? [], isSame)
  const places = added.map(({ at, item }) => ({ at, room: item }))
  return { kind: 'change', data: { from, to, removed: [...removed], changed: [...changed], added: places } }
}

describe('nextRooms', () => {
  test('equals the full list of its revision under any order, loss and repetition of what was sent', () => {
    const run = fc.record({
      lists: fc.array(list, { minLength: 2, maxLength: 8 }),
      arrivals: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 40 }),
    })
    fc.assert(
      fc.property(run, ({ lists, arrivals }) => {
        let known: KnownRooms | null = null
        for (const [one, other, whole] of arrivals) {
          const from = one % lists.length
          const to = Math.min(lists.length - 1, from + 1 + (other % 2))
          const before: number = known?.revision ?? -1
          known = nextRooms(known, whole || from === to ? snapshotOf(lists, from) : changeOf(lists, from, to))
          if (known) {
            expect(known.rooms).toEqual(lists[known.revision])
            expect(known.revision).toBeGreaterThanOrEqual(before)
          }
        }
        // After a loss the list asked for brings the last one.
        expect(nextRooms(known, snapshotOf(lists, lists.length - 1))?.rooms).toEqual(lists.at(-1))
      }),
      { numRuns: 500 },
    )
  })

  test('follows every difference without asking again while nothing is lost', () => {
    fc.assert(
      fc.property(fc.array(list, { minLength: 2, maxLength: 8 }), (lists) => {
        let known = nextRooms(null, snapshotOf(lists, 0))
        for (let to = 1; to < lists.length; to += 1) known = nextRooms(known, changeOf(lists, to - 1, to))
        expect(known).toEqual({ revision: lists.length - 1, rooms: lists.at(-1) })
      }),
    )
  })

  test('knows nothing after a gap, before a list, and from a list without a number', () => {
    const lists = [[room('a', 1)], [room('a', 2)], [room('b', 1)]]
    const first = nextRooms(null, snapshotOf(lists, 0))
    expect(nextRooms(first, changeOf(lists, 1, 2))).toBeNull()
    expect(nextRooms(null, changeOf(lists, 0, 1))).toBeNull()
    expect(nextRooms(first, { kind: 'list', data: { rooms: [] } })).toBeNull()
  })

  test('takes another list of the same number: whom a player must not meet has changed', () => {
    const first = nextRooms(null, { kind: 'list', data: { rooms: [room('a', 1)], revision: 3 } })
    expect(nextRooms(first, { kind: 'list', data: { rooms: [], revision: 3 } })).toEqual({ revision: 3, rooms: [] })
  })
})
