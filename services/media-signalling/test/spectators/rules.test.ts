import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { nextSession, type Policies } from '../../src/pairing/index.js'
import { asPublished, isUnpublished, type PeerSession } from '../../src/pairing/rules.js'
import type { RoomSnapshot } from '../../src/shared/rules.js'
import { linkBetween, policyOver } from '../../src/signals/index.js'
import { watchPartsOf } from '../../src/spectators/rules.js'

const policies: Policies = { players: 'all', watchers: 'relay' }
const seat = (accountId: number, socketId: string, connected = true) => ({
  accountId,
  socketId,
  name: `player${accountId}`,
  takenAtMs: accountId,
  connected,
})
const watcher = (socketId: string, judge = false) => ({ socketId, name: socketId.toUpperCase(), judge })
const both = [seat(1, 'a'), seat(2, 'b')]

/** The session after these snapshots; everything is published as it comes. */
const after = (...rooms: Omit<RoomSnapshot, 'version'>[]): PeerSession =>
  rooms.reduce<PeerSession | undefined>((session, room, at) => {
    const published = session && asPublished(session)
    return nextSession(published, { version: at + 1, ...room }, policies) ?? published
  }, undefined) as PeerSession

const partsAfter = (...rooms: Omit<RoomSnapshot, 'version'>[]) => {
  const { watching } = after(...rooms)
  const parts = watching ? watchPartsOf(watching) : []
  return Object.fromEntries(parts.map(({ socketId, peers }) => [socketId, peers.map((peer) => peer.socketId)]))
}

describe('watchingAfter', () => {
  test('starts no session without watchers', () => {
    expect(after({ seats: both, watchers: [] }).watching).toBeUndefined()
  })

  test('connects every player with every watcher, and no others', () => {
    expect(partsAfter({ seats: both, watchers: [watcher('j', true), watcher('s')] })).toEqual({
      a: ['j', 's'],
      b: ['j', 's'],
      j: ['a', 'b'],
      s: ['a', 'b'],
    })
  })

  test('starts with the first connected player', () => {
    const watchers = [watcher('j')]
    expect(partsAfter({ seats: [seat(1, 'a'), seat(2, 'b', false)], watchers })).toEqual({ a: ['j'], j: ['a'] })
    expect(after({ seats: [seat(1, 'a', false)], watchers }).watching?.announced).toBe(true)
  })

  test('keeps a lost connection, and is republished when its player returns on another socket', () => {
    const watchers = [watcher('j')]
    const lost = after({ seats: both, watchers }, { seats: [seat(1, 'a', false), seat(2, 'b')], watchers })
    expect(lost.watching).toMatchObject({ generation: 1, announced: true })
    const back = { seats: [seat(1, 'a2'), seat(2, 'b')], watchers }
    expect(nextSession(lost, { version: 3, ...back }, policies)?.watching).toMatchObject({
      generation: 3,
      announced: false,
    })
  })

  test('is published once more when the last watcher leaves', () => {
    const gone = after({ seats: both, watchers: [watcher('j')] }, { seats: both, watchers: [] })
    expect(isUnpublished(gone)).toBe(true)
    expect(gone.watching && watchPartsOf(gone.watching)).toMatchObject([{ peers: [] }, { peers: [] }])
    const later = nextSession(
      asPublished(gone),
      { version: 3, seats: [seat(1, 'a3'), seat(2, 'b')], watchers: [] },
      policies,
    )
    expect(later?.watching?.announced).toBe(true)
  })

  test("leaves the players' pairing unchanged", () => {
    const watched = after({ seats: both, watchers: [] }, { seats: both, watchers: [watcher('j')] })
    expect(watched).toMatchObject({ generation: 1, announced: true, watching: { generation: 2, announced: false } })
  })
})

describe('linkBetween', () => {
  const session = after({ seats: both, watchers: [watcher('j', true), watcher('s')] })

  test.each([
    ['a', 'b', 'players', 'all'],
    ['a', 's', 'player-to-watcher', 'relay'],
    ['j', 'b', 'watcher-to-player', 'relay'],
  ] as const)('from %s to %s is %s under the policy %s', (from, to, link, policy) => {
    expect(linkBetween(session, from, to)).toBe(link)
    expect(policyOver(link, session, policies)).toBe(policy)
  })

  test.each([
    ['j', 's'],
    ['s', 's'],
    ['s', 'x'],
    ['x', 'a'],
  ])('returns no link from %s to %s', (from, to) => {
    expect(linkBetween(session, from, to)).toBeUndefined()
  })

  test('applies the stricter policy during a rollout', () => {
    const open: Policies = { players: 'all', watchers: 'all' }
    expect(policyOver('player-to-watcher', session, open)).toBe('relay')
  })

  test('returns no link after a watcher has left', () => {
    const gone = nextSession(session, { version: 9, seats: both, watchers: [watcher('j', true)] }, policies)
    expect(linkBetween(gone, 'a', 's')).toBeUndefined()
    expect(linkBetween(gone, 'a', 'j')).toBe('player-to-watcher')
  })
})

test('nextSession over any history ignores repeated and late snapshots and only raises generations', () => {
  const anySeats = fc.subarray([seat(1, 'a'), seat(2, 'b'), seat(1, 'a2', false), seat(2, 'b2')], { maxLength: 2 })
  const anyWatchers = fc.subarray([watcher('j', true), watcher('k', true), watcher('s'), watcher('t')])
  const history = fc.array(fc.record({ seats: anySeats, watchers: anyWatchers }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(history, fc.array(fc.nat()), (rooms, picks) => {
      let session: PeerSession | undefined
      let last = 0
      for (const [at, room] of rooms.entries()) {
        session = nextSession(session, { version: at + 1, ...room }, policies)
        const generation = session?.watching?.generation ?? last
        expect(generation).toBeGreaterThanOrEqual(last)
        last = generation
      }
      for (const pick of picks) {
        const at = pick % rooms.length
        const room = rooms[at] as Omit<RoomSnapshot, 'version'>
        expect(nextSession(session, { version: at + 1, ...room }, policies)).toBeUndefined()
      }
    }),
  )
})
