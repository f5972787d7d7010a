import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import type { MatchState } from '@kla/proto'
import { MATCH_DECLINED_MS, MATCH_LAPSES_MAX } from '@kla/proto/web'
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
  forgetfulPod = await forgetful.pod({ MATCH_DECLINED_MS: '1', MATCH_ACCEPT_MS: '6000' })
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
