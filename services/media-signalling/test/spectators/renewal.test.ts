import { describe, expect, test } from '@jest/globals'
import type { Room } from '@kla/proto'
import { createRenewal, type RenewalDeps } from '../../src/spectators/renewal.js'
import { isPermitted, type WatchSession } from '../../src/spectators/rules.js'
import { roomOf, seat } from '../support/platform.js'

const watching = (...judges: boolean[]): WatchSession => ({
  generation: 3,
  policy: 'relay',
  announced: true,
  players: ['a', 'b'].map((socketId, at) => ({ socketId, accountId: at + 1, name: '' })),
  watchers: judges.map((judge, at) => ({ socketId: `w${at}`, name: '', judge })),
})
const watched = (about: Partial<Room> = {}, ...judges: boolean[]): Room => ({
  ...roomOf('r', 3, [seat(1, 'a', 10), seat(2, 'b', 20)]),
  spectatorConsents: [1, 2],
  watchers: judges.map((judge, at) => ({
    connection: { socketId: `w${at}`, gatewayId: 'g' },
    name: '',
    judge,
    accountId: judge ? 0 : 9,
    sinceMs: 1,
  })),
  ...about,
})

describe('isPermitted', () => {
  test('is true while both players are connected and consent', () => {
    expect(isPermitted(watching(false, true), watched({}, false, true))).toBe(true)
  })

  test.each<[string, Partial<Room>]>([
    ['one consent is gone', { spectatorConsents: [1] }],
    ['a player is in its grace', { seats: [seat(1, 'a', 10), seat(2, 'b', 20, 99_000)] }],
    ['a player has gone', { seats: [seat(1, 'a', 10)] }],
    ['a player sits on another socket', { seats: [seat(1, 'a', 10), seat(2, 'b2', 20)] }],
    ['a watcher has gone', { watchers: [] }],
  ])('is false when %s', (_what, about) => {
    expect(isPermitted(watching(false), watched(about, false))).toBe(false)
  })

  test('requires no consent for a judge, but both players', () => {
    expect(isPermitted(watching(true), watched({ spectatorConsents: [] }, true))).toBe(true)
    const seats = [seat(1, 'a', 10, 99_000), seat(2, 'b', 20)]
    expect(isPermitted(watching(true), watched({ seats }, true))).toBe(false)
  })

  test('is false for a judge whom rooms knows as a spectator', () => {
    expect(isPermitted(watching(true), watched({ spectatorConsents: [] }, false))).toBe(false)
  })
})

describe('a round of renewals', () => {
  const setUp = (about: Partial<RenewalDeps> & { readonly due?: string[] } = {}) => {
    const published: string[] = []
    const dropped: string[] = []
    const failures: unknown[] = []
    const claims = [about.due ?? ['r'], []]
    const round = createRenewal({
      leases: {
        claim: async () => ({ roomIds: claims.shift() ?? [], dueAtMs: '5' }),
        drop: async ({ roomIds }) => void dropped.push(...roomIds),
      },
      getRoom: async () => watched({}, false),
      applyRoom: async () => watching(false),
      reachNats: async () => undefined,
      publish: (roomId) => published.push(roomId),
      renewalMs: 5_000,
      onFailure: (error) => failures.push(error),
      uptimeMs: () => 0,
      ...about,
    })
    return { round, published, dropped, failures }
  }

  test('renews rooms that rooms confirms', async () => {
    const { round, published, dropped } = setUp({ due: ['r', 's'] })
    await round()
    expect({ published, dropped }).toEqual({ published: ['r', 's'], dropped: [] })
  })

  test('renews no room without confirmation, and keeps it for later', async () => {
    const { round, published, dropped } = setUp({ getRoom: async () => watched({ spectatorConsents: [] }, false) })
    await round()
    expect({ published, dropped }).toEqual({ published: [], dropped: [] })
  })

  test('drops rooms that are closed or no longer watched', async () => {
    const { round, published, dropped } = setUp({
      due: ['closed', 'unwatched', 'never'],
      getRoom: async (roomId) => (roomId === 'closed' ? undefined : watched()),
      applyRoom: async (roomId) => (roomId === 'never' ? undefined : watching()),
    })
    await round()
    expect({ published, dropped }).toEqual({ published: [], dropped: ['closed', 'unwatched', 'never'] })
  })

  test('fails for one room without failing the others, and drops none', async () => {
    const { round, published, dropped, failures } = setUp({
      due: ['r', 'broken'],
      getRoom: (roomId) =>
        roomId === 'broken' ? Promise.reject(new Error('rooms is away')) : Promise.resolve(watched({}, false)),
    })
    await round()
    expect({ published, dropped, failed: failures.length }).toEqual({ published: ['r'], dropped: [], failed: 1 })
  })

  test('publishes nothing that it read before a pause of the process', async () => {
    let uptimeMs = 0
    const { round, published } = setUp({
      uptimeMs: () => uptimeMs,
      applyRoom: async () => {
        uptimeMs += 5_000
        return watching(false)
      },
    })
    await round()
    expect(published).toEqual([])
  })

  test('claims nothing while NATS does not answer', async () => {
    const { round, published } = setUp({ reachNats: () => Promise.reject(new Error('NATS is away')) })
    await expect(round()).rejects.toThrow('NATS is away')
    expect(published).toEqual([])
  })
})
