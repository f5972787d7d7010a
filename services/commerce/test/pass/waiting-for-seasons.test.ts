import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database, inTransaction, newId } from '@kla/chassis'
import { eventually, quietLogger } from '@kla/testkit'
import { createSeasonEditor } from '../../src/pass/commands.js'
import { createPassResultStore } from '../../src/pass/progress-store.js'
import { seasonAudited } from '../../src/pass/rpc.js'
import { createSeasonStore } from '../../src/pass/season-store.js'
import { lockSeasons } from '../../src/shared/store.js'
import { createTables } from '../support/tables.js'

/** What any other statement may take here. */
const TIMEOUT_MS = 400

let tables: Awaited<ReturnType<typeof createTables>>
let database: Database
beforeAll(async () => {
  tables = await createTables()
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger(), timeoutMs: TIMEOUT_MS })
})
afterAll(async () => {
  await database.end()
  await tables.close()
})

test('results and changes wait for a season that is recounted for longer than a statement may take', async () => {
  const seasons = createSeasonEditor(createSeasonStore(database))
  const nowMs = Date.now()
  const administrator = { id: 1, name: 'mod', permissions: [] } as unknown as Parameters<typeof seasonAudited>[1]
  const audited = seasonAudited('pass.publish', administrator, { requestId: 'r' }, nowMs)
  const plan = {
    id: newId(),
    name: 'Long',
    startsAtMs: nowMs - 1_000,
    endsAtMs: nowMs + 1_000,
    pointsPlayed: 1,
    pointsWon: 1,
    tiers: [{ points: 1, freeReward: null, passReward: null }],
  }
  await seasons.put(plan, 0, audited)
  const waiting = await inTransaction(tables.database, async (tx) => {
    await lockSeasons(tx)
    const pair = { lowId: 1, highId: 2 }
    const calls = [
      seasons.publish(plan.id, 0, audited),
      seasons.publish(plan.id, 0, audited),
      createPassResultStore(database).record({ battleId: newId(), pair, endedAtMs: nowMs, winnerId: 1 }),
    ]
    const settled = Promise.allSettled(calls)
    await eventually(async () => {
      const { rowCount } = await tables.database.query(
        `SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE '%' || $1 || '%'
         AND query_start < clock_timestamp() - make_interval(secs => $2)`,
        ['pass-seasons', (2 * TIMEOUT_MS) / 1_000],
      )
      expect(rowCount).toBeGreaterThanOrEqual(calls.length)
    })
    return { settled }
  })
  const published = { status: 'fulfilled', value: { ...plan, published: true, version: 2, changed: audited.by } }
  expect(await waiting.settled).toEqual([published, published, { status: 'fulfilled', value: true }])
  expect((await database.query('SELECT points FROM pass_progress ORDER BY account_id')).rows).toEqual([
    { points: 2 },
    { points: 1 },
  ])
})
