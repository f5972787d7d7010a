import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { matchmakingHandlers, type MatchmakingRpcDeps } from '../../src/matchmaking/rpc.js'
import { createSearches, type Searches } from '../../src/matchmaking/searches.js'
import { sweepMatches } from '../../src/matchmaking/timers.js'
import { newAccount } from '../platform.js'
import { createSearchStore, matchOf, POOL, type SearchStore, wantedBy } from './search-store.js'
import { callOf } from './world/simulated-pod.js'

let place: SearchStore
beforeAll(() => {
  place = createSearchStore()
})
afterAll(() => place.stop())

/** Ada and Bob are asked; between two loads of whoever acts for Ada, Ada is asked with Cid, and Bob has a room with Dan. */
async function strangersMeanwhile(): Promise<{ ada: number; bob: number; cid: number; dan: number; slow: Searches }> {
  const { searches, store } = place
  const [ada, bob, cid, dan] = [newAccount(), newAccount(), newAccount(), newAccount()]
  for (const accountId of [ada, bob, cid, dan]) await searches.find(wantedBy(accountId))
  const [first, second, third] = [`${ada}-1`, `${ada}-2`, `${ada}-3`]
  await searches.propose([ada, bob], matchOf(first, ada, bob))
  const meanwhile = async (): Promise<void> => {
    await searches.answer(bob, { matchId: first, accept: false })
    await searches.find(wantedBy(bob))
    expect(await searches.propose([ada, cid], matchOf(second, ada, cid))).toBe(true)
    expect(await searches.propose([bob, dan], matchOf(third, bob, dan))).toBe(true)
    for (const accountId of [bob, dan]) await searches.answer(accountId, { matchId: third, accept: true })
    await searches.opened(matchOf(third, bob, dan))
  }
  let loads = 0
  const slow = createSearches({
    publish: () => undefined,
    isAwaited: async () => false,
    store: {
      ...store,
      async load(accountIds) {
        const loaded = await store.load(accountIds)
        if (++loads === 1) await meanwhile()
        return loaded
      },
    },
  })
  return { ada, bob, cid, dan, slow }
}

describe('a player in another match when the first partner is loaded', () => {
  const acts: readonly [string, (slow: Searches, ada: number) => Promise<unknown>][] = [
    ['ends', (slow, ada) => slow.end(ada, 'cancelled')],
    ['vanishes', (slow, ada) => slow.end(ada, 'gone')],
    ['moves to another pool', (slow, ada) => slow.find(wantedBy(ada, { pool: { ...POOL, mode: 'stamina' } }))],
    ['declines', (slow, ada) => slow.answer(ada, { matchId: `${ada}-2`, accept: false })],
  ]
  for (const [act, run] of acts) {
    test(`${act}, and leaves only the current match`, async () => {
      const { ada, bob, cid, dan, slow } = await strangersMeanwhile()
      await run(slow, ada)
      expect((await place.stageOf(bob))?.kind).toBe('ready')
      expect((await place.stageOf(dan))?.kind).toBe('ready')
      expect((await place.stageOf(cid))?.kind).toBe('searching')
      expect(await place.redis.zscore(place.keys.due, `${ada}-2:${ada}:${cid}`)).toBeNull()
    })
  }
})

test('keeping a search restores a player whose match has lost its partner and its due entry', async () => {
  const { searches, store, due, redis, keys } = place
  const [ada, bob] = [newAccount(), newAccount()]
  for (const accountId of [ada, bob]) await searches.find(wantedBy(accountId))
  const match = matchOf(`${ada}-lost`, ada, bob, 60_000)
  await searches.propose([ada, bob], match)
  await searches.answer(ada, { matchId: match.id, accept: true })
  // What should never happen: the other one is gone, and the entry that would have ended it.
  await redis.del(keys.ticket(bob))
  await redis.zrem(keys.due, `${match.id}:${ada}:${bob}`)
  const overdue = { ...match, deadlineMs: Date.now() - 1 }
  const ticket = await searches.load(ada)
  if (!ticket) throw new Error('there is no search')
  const late = { ...ticket, stage: { kind: 'found', match: overdue, accepted: true } }
  await redis.hset(keys.ticket(ada), 'record', JSON.stringify(late))

  const { keepTickets } = matchmakingHandlers({
    store,
    due,
    acceptMs: 10_000,
    now: Date.now,
    figures: { read: async () => () => ({ waiting: 0, estimatedWaitMs: 0 }) },
  } as unknown as MatchmakingRpcDeps)
  await keepTickets({ gatewayId: 'gateway', tickets: [{ accountId: ada, ticketId: ticket.id }] }, callOf())
  const sweep = sweepMatches({
    due,
    store,
    searches,
    opening: { open: async () => undefined },
    metrics: { answers: { inc: () => undefined } } as never,
  })
  await sweep()
  expect((await place.stageOf(ada))?.kind).toBe('searching')
  expect(await redis.zscore(keys.due, `${match.id}:${ada}:${bob}`)).toBeNull()
})
