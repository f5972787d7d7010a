import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { infrastructure, isolatedSchema, quietLogger } from '@kla/testkit'
import { createBlockStore } from '../../src/blocks/store.js'
import { createCandidates, createPoolFigures } from '../../src/matchmaking/pool-store.js'
import { createPairing } from '../../src/matchmaking/timers.js'
import { newAccount } from '../platform.js'
import { createSearchStore, type SearchStore, wantedBy } from './search-store.js'

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
let place: SearchStore
beforeAll(async () => {
  tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'blocked')
  const url = infrastructure().postgresUrl
  database = createDatabase({ url, schema: tables.schema, log: quietLogger(), max: 2, timeoutMs: 30_000 })
  place = createSearchStore()
})
afterAll(async () => {
  await place.stop()
  await database.end()
  await tables.drop()
})

test('two players meet across a crowd of players who have blocked each other', async () => {
  const { searches, redis, keys } = place
  const crowd = Array.from({ length: 420 }, newAccount)
  const [ada, bob] = [newAccount(), newAccount()]
  await database.query(
    `INSERT INTO blocks (blocker_id, blocked_id)
     SELECT one, other FROM unnest($1::bigint[]) AS one, unnest($1::bigint[]) AS other WHERE one <> other`,
    [crowd],
  )
  await Promise.all(crowd.map((accountId) => searches.find(wantedBy(accountId))))
  // One in front of them and one behind them, so that they share no first page.
  await searches.find(wantedBy(ada))
  await redis.zadd(keys.pool(wantedBy(ada).pool), 1, ada)
  await searches.find(wantedBy(bob))
  await redis.zadd(keys.pool(wantedBy(bob).pool), Date.now() * 2, bob)

  const blocks = createBlockStore(database)
  let [asked, most] = [0, 0]
  const met: (readonly number[])[] = []
  const pair = createPairing({
    figures: createPoolFigures(redis, keys),
    takeCandidates: createCandidates(redis, keys, 'pod'),
    async blocksWithinPairs(pairs) {
      asked += Math.sign(pairs.length)
      most = Math.max(most, pairs.length)
      return blocks.withinPairs(pairs)
    },
    searches: {
      end: searches.end,
      async propose(accountIds, match) {
        met.push(accountIds)
        // Those of the crowd would decline.
        return accountIds.every((accountId) => !crowd.includes(accountId)) && searches.propose(accountIds, match)
      },
    },
    isSeatedElsewhere: async () => false,
    acceptMs: 600_000,
  })
  for (let pass = 0; pass < 10; pass++) await pair()
  expect((await place.stageOf(ada))?.kind).toBe('found')
  expect((await place.stageOf(bob))?.kind).toBe('found')
  const strangers = new Set(crowd)
  expect(met.filter((accountIds) => accountIds.every((accountId) => strangers.has(accountId)))).toEqual([])
  // Never more than the pairs of a page, a few times each.
  expect(most).toBeLessThanOrEqual(200)
  expect(asked).toBeLessThanOrEqual(10 * 4 * 5 + 5)
})
