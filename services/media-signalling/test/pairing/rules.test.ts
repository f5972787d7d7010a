import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { connects, pairUp, partsOf, type PeerSession } from '../../src/pairing/rules.js'
import type { RoomSnapshot } from '../../src/shared/rules.js'

const seat = (accountId: number, socketId: string, takenAtMs: number, connected = true) => ({
  accountId,
  socketId,
  name: `player${accountId}`,
  takenAtMs,
  connected,
})
const apply = (rooms: readonly RoomSnapshot[], from?: PeerSession): PeerSession | undefined =>
  rooms.reduce<PeerSession | undefined>((session, room) => pairUp(session, room, 'all') ?? session, from)

const ada = seat(1, 'a1', 10)
const bob = seat(2, 'b1', 20)
const paired = apply([{ version: 2, seats: [ada, bob], watchers: [] }]) as PeerSession

describe('pairUp', () => {
  test('starts a pair when both seats are connected', () => {
    expect(apply([{ version: 1, seats: [ada], watchers: [] }])?.pair).toBeNull()
    expect(paired).toMatchObject({ generation: 2, announced: false })
  })

  test('makes the player who sat down later polite, in any order of seats', () => {
    const turned = apply([{ version: 2, seats: [bob, ada], watchers: [] }]) as PeerSession
    for (const session of [paired, turned]) {
      expect(partsOf(session).map(({ self, polite }) => [self.accountId, polite])).toEqual([
        [1, false],
        [2, true],
      ])
    }
  })

  test('waits while a seat has lost its connection', () => {
    expect(apply([{ version: 2, seats: [ada, seat(2, 'b1', 20, false)], watchers: [] }])?.pair).toBeNull()
  })

  test('keeps the pair during the grace period', () => {
    const session = apply([{ version: 3, seats: [ada, seat(2, 'b1', 20, false)], watchers: [] }], paired)
    expect(session).toMatchObject({ generation: 2, roomVersion: 3 })
    expect(connects(session, 'a1', 'b1')).toBe(true)
  })

  test('starts a new pair with the same roles when a player returns on another socket', () => {
    const session = apply([{ version: 4, seats: [seat(1, 'a2', 10), bob], watchers: [] }], paired) as PeerSession
    expect(session).toMatchObject({ generation: 4, announced: false })
    expect(partsOf(session)[0]).toMatchObject({ self: { socketId: 'a2' }, polite: false })
    expect(connects(session, 'a1', 'b1')).toBe(false)
    expect(connects(session, 'b1', 'a2')).toBe(true)
  })

  test('ends the pair when a seat becomes free, even after a late snapshot', () => {
    const alone = apply([{ version: 5, seats: [ada], watchers: [] }], paired)
    expect(alone?.pair).toBeNull()
    expect(pairUp(alone, { version: 2, seats: [ada, bob], watchers: [] }, 'all')).toBeUndefined()
  })

  test('keeps the policy that the pair started with', () => {
    expect(pairUp(paired, { version: 3, seats: [ada, bob], watchers: [] }, 'relay')?.policy).toBe('all')
  })
})

const anySeat = (accountId: number) =>
  fc.record({
    accountId: fc.constant(accountId),
    socketId: fc.integer({ min: 1, max: 3 }).map((n) => `s${accountId}-${n}`),
    name: fc.constant(''),
    takenAtMs: fc.integer({ min: 1, max: 3 }),
    connected: fc.boolean(),
  })
const anyHistory = fc
  .array(fc.tuple(fc.option(anySeat(1)), fc.option(anySeat(2))), { minLength: 1, maxLength: 12 })
  .map((list): RoomSnapshot[] =>
    list.map((seats, at) => ({ version: at + 1, seats: seats.filter((one) => one !== null), watchers: [] })),
  )

describe('pairUp over any history of a room', () => {
  test('ignores repeated and late snapshots', () => {
    fc.assert(
      fc.property(anyHistory, fc.array(fc.nat()), (history, picks) => {
        const session = apply(history)
        const late = picks.map((pick) => history[pick % history.length] as RoomSnapshot)
        expect(apply(late, session)).toEqual(session)
      }),
    )
  })

  test('never lowers the generation, and pairs only the two seats', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        let session: PeerSession | undefined
        let last = 0
        for (const room of history) {
          session = pairUp(session, room, 'all') as PeerSession
          if (!session.pair) continue
          expect(session.generation).toBeGreaterThanOrEqual(last)
          last = session.generation
          const sockets = room.seats.map((one) => one.socketId).sort()
          expect(session.pair.map((peer) => peer.socketId).sort()).toEqual(sockets)
        }
      }),
    )
  })

  test('connects only the two sockets of the pair', () => {
    fc.assert(
      fc.property(anyHistory, fc.string(), (history, stranger) => {
        const session = apply(history)
        const sockets = [...(session?.pair?.map((peer) => peer.socketId) ?? []), stranger, 's1-1', 's2-1']
        for (const from of sockets) {
          for (const to of sockets) {
            const both =
              session?.pair
                ?.map((peer) => peer.socketId)
                .sort()
                .join() === [from, to].sort().join()
            expect(connects(session, from, to)).toBe(both)
          }
        }
      }),
    )
  })
})
