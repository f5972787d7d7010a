import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { type MatchState, RestrictionsChanged, subjects } from '@kla/proto'
import { MATCH_DECLINED_MS, MATCH_LAPSES_MAX } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { createMatchKeys } from '../../src/matchmaking/keys.js'
import { newAccount } from '../platform.js'
import { createSearchers, type MatchPod, type Searchers } from './searchers.js'

let people: Searchers
let pod: MatchPod
/** Here two who did not both accept may meet again at once. */
let forgetful: Searchers
let forgetfulPod: MatchPod
beforeAll(async () => {
  people = await createSearchers()
  pod = await people.pod()
  forgetful = await createSearchers()
  forgetfulPod = await forgetful.pod({
    MATCH_DECLINED_MS: '1',
    MATCH_ACCEPT_MS: '6000',
    MATCH_RECENT_MS: '1',
    RECONNECT_GRACE_MS: '1000',
  })
})
afterAll(() => Promise.all([people.stop(), forgetful.stop()]))

async function asked(ada: number, bob: number): Promise<{ adas: MatchState; bobs: MatchState; matchId: string }> {
  const adas = await people.find(pod, ada)
  const bobs = await people.find(pod, bob)
  return { adas, bobs, matchId: (await people.until(pod, adas, 'found')).matchId }
}

describe('two who did not both accept', () => {
  const ways: readonly [string, (bob: number, matchId: string) => Promise<unknown>][] = [
    ['one declined', (bob, matchId) => people.answer(pod, bob, matchId, false)],
    ['one cancelled', (bob) => people.cancel(pod, bob)],
  ]
  for (const [way, leave] of ways) {
    test(`do not meet again immediately: ${way}`, async () => {
      const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
      const { adas, matchId } = await asked(ada, bob)
      await leave(bob, matchId)
      await people.until(pod, adas, 'searching')
      const again = await people.find(pod, bob)
      // Eve meets one of them, so they have been looked at.
      const eves = await people.find(pod, eve)
      await people.until(pod, eves, 'found')
      const states = await Promise.all([people.keep(pod, adas), people.keep(pod, again)])
      expect(states.map(({ state }) => state?.$case).sort()).toEqual(['found', 'searching'])
      const { recent } = createMatchKeys(people.platform.prefix)
      const leftMs = await people.platform.redis.pttl(recent(ada))
      expect(leftMs).toBeGreaterThan(0)
      expect(leftMs).toBeLessThanOrEqual(MATCH_DECLINED_MS)
      for (const accountId of [ada, bob, eve]) await people.cancel(pod, accountId)
    })
  }
})

describe('a player with repeated lapses', () => {
  const redis = () => forgetful.platform.redis
  const keys = () => createMatchKeys(forgetful.platform.prefix)
  const lapse = async (ada: number, adas: MatchState, bob: number): Promise<void> => {
    const bobs = await forgetful.find(forgetfulPod, bob)
    const { matchId } = await forgetful.until(forgetfulPod, bobs, 'found')
    await forgetful.answer(forgetfulPod, ada, matchId, true)
    await forgetful.answer(forgetfulPod, bob, matchId, false)
    await forgetful.until(forgetfulPod, adas, 'searching')
  }

  test('waits longer each time, unlike a player who accepts', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const adas = await forgetful.find(forgetfulPod, ada)
    for (let time = 0; time < MATCH_LAPSES_MAX; time++) await lapse(ada, adas, bob)
    const commandId = newId()
    const refused = forgetful.find(forgetfulPod, bob, { commandId })
    await expect(refused).rejects.toMatchObject({
      reason: 'RATE_LIMITED',
      message: expect.stringMatching(/\d+ seconds/),
    })
    expect(await redis().pttl(keys().wait(bob))).toBeLessThanOrEqual(30_000)

    // The wait is over.
    await redis().del(keys().wait(bob))
    await lapse(ada, adas, bob)
    expect(await redis().pttl(keys().wait(bob))).toBeGreaterThan(30_000)
    expect(await redis().pttl(keys().wait(bob))).toBeLessThanOrEqual(60_000)
    expect(await redis().exists(keys().wait(ada), keys().lapses(ada))).toBe(0)
    expect(await redis().pttl(keys().lapses(bob))).toBeGreaterThan(0)
    await forgetful.cancel(forgetfulPod, ada)
    await forgetful.find(forgetfulPod, ada)
    await forgetful.cancel(forgetfulPod, ada)
  })

  test('gets lapses for not answering, cancelling or changing the pool, not for a lost connection', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const adas = await forgetful.find(forgetfulPod, ada)
    const met = async (): Promise<MatchState> => {
      const bobs = await forgetful.find(forgetfulPod, bob)
      const { matchId } = await forgetful.until(forgetfulPod, bobs, 'found')
      await forgetful.answer(forgetfulPod, ada, matchId, true)
      return bobs
    }
    const lapses = (): Promise<number> => redis().zcard(keys().lapses(bob))
    const dropped = await met()
    await forgetfulPod.match.dropTickets({ gatewayId: forgetful.gatewayId, tickets: [dropped] })
    expect(await lapses()).toBe(0)
    await forgetful.until(forgetfulPod, await met(), 'ended')
    expect(await lapses()).toBe(1)
    await met()
    await forgetful.cancel(forgetfulPod, bob)
    expect(await lapses()).toBe(2)
    await met()
    await forgetful.find(forgetfulPod, bob, { mode: 'stamina' })
    expect(await lapses()).toBe(3)
    // The search that is on goes on, also on another connection; another one has to wait.
    await forgetful.find(forgetfulPod, bob, { mode: 'stamina', socketId: 'another' })
    await expect(forgetful.find(forgetfulPod, bob)).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
    await Promise.all([forgetful.cancel(forgetfulPod, ada), forgetful.cancel(forgetfulPod, bob)])
    expect((await forgetful.keep(forgetfulPod, adas)).state?.$case).toBe('ended')
    await expect(forgetful.find(forgetfulPod, bob)).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
  })
})

describe('a player whose accepted match has a room', () => {
  const { redis, platform } = { redis: () => forgetful.platform.redis, platform: () => forgetful.platform }
  const keys = () => createMatchKeys(platform().prefix)
  const lapsesOf = (accountId: number): Promise<number> => redis().zcard(keys().lapses(accountId))
  const opened = async (ada: number, bob: number): Promise<string> => {
    const adas = await forgetful.find(forgetfulPod, ada)
    await forgetful.find(forgetfulPod, bob)
    const { matchId } = await forgetful.until(forgetfulPod, adas, 'found')
    await forgetful.answer(forgetfulPod, ada, matchId, true)
    await forgetful.answer(forgetfulPod, bob, matchId, true)
    return (await forgetful.until(forgetfulPod, adas, 'ready')).roomId
  }
  const join = (accountId: number, roomId: string) => platform().join(forgetfulPod.client, accountId, roomId)
  const leave = async (accountId: number, roomId: string): Promise<unknown> =>
    forgetfulPod.client.leaveRoom({ commandId: newId(), roomId }, await platform().principal(accountId))
  const seatsIn = async (roomId: string): Promise<number> =>
    (await forgetfulPod.client.getRoom({ roomId })).room?.seats.length ?? 0
  const gone = (roomId: string): Promise<unknown> =>
    eventually(() =>
      expect(forgetfulPod.client.getRoom({ roomId })).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' }),
    )
  const ban = async (accountId: number): Promise<void> => {
    const restrictions = [{ scope: 'rooms', untilMs: 0, reason: '', banId: 0 }]
    const event = { eventId: newId(), accountId, version: 1, restrictions }
    const bytes = RestrictionsChanged.encode(event).finish()
    await platform().bus.publishEvent(subjects.eventRestrictionsChanged, event.eventId, bytes)
  }

  test('gets a lapse for not coming to the opponent, who gets none, and has to wait after several', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    for (let time = 1; time <= MATCH_LAPSES_MAX; time++) {
      const roomId = await opened(ada, bob)
      await join(ada, roomId)
      await eventually(async () => expect(await lapsesOf(bob)).toBe(time))
      expect(await seatsIn(roomId)).toBe(1)
      await leave(ada, roomId)
    }
    await expect(forgetful.find(forgetfulPod, bob)).rejects.toMatchObject({ reason: 'RATE_LIMITED' })
    expect(await lapsesOf(ada)).toBe(0)
  })

  test('gets a lapse for leaving without having come, also if the opponent left first', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const waited = await opened(ada, bob)
    await join(ada, waited)
    await leave(bob, waited)
    expect(await lapsesOf(bob)).toBe(1)
    await leave(ada, waited)
    const left = await opened(ada, bob)
    await join(ada, left)
    await leave(ada, left)
    await leave(bob, left)
    expect(await lapsesOf(bob)).toBe(2)
    expect(await lapsesOf(ada)).toBe(0)
  })

  test('gets none if neither comes, as after the crash of a gateway', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    await gone(await opened(ada, bob))
    expect([await lapsesOf(ada), await lapsesOf(bob)]).toEqual([0, 0])
  })

  const excused: readonly [string, (bob: number, ada: number, roomId: string) => Promise<unknown>][] = [
    ['a ban', (bob) => ban(bob)],
    [
      'a panic exit',
      async (bob, _, roomId) =>
        forgetfulPod.client.leaveAndBlock(
          { commandId: newId(), roomId, accountId: 0 },
          await platform().principal(bob),
        ),
    ],
    [
      'a block by the opponent',
      async (bob, ada) => {
        await platform().nameInPublic(bob)
        return forgetfulPod.blocks.blockPlayer({ accountId: bob }, await platform().principal(ada))
      },
    ],
    ['leaving after having come', (bob, _, roomId) => join(bob, roomId).then(() => leave(bob, roomId))],
  ]
  for (const [why, happens] of excused) {
    test(`gets none for ${why}`, async () => {
      const [ada, bob] = [newAccount(), newAccount()]
      const roomId = await opened(ada, bob)
      await join(ada, roomId)
      await happens(bob, ada, roomId)
      await eventually(async () => expect(await seatsIn(roomId)).toBe(1))
      // Follows the commit that freed the seat.
      await leave(ada, roomId)
      expect(await lapsesOf(bob)).toBe(0)
    })
  }
})
