import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { vacuum } from '@kla/testkit'
import { LAST_OF_ROOM, WINS_BETWEEN } from '../../src/standings/result-store.js'
import { AHEAD, createStandingsStore, LINE, PAGE, PAGE_AFTER, SEASONS, TIED } from '../../src/standings/store.js'
import { createResults } from '../support/results.js'

const ACCOUNTS = 100_000
const NO_BATTLE = '00000000-0000-0000-0000-000000000000'

let results: Awaited<ReturnType<typeof createResults>>
beforeAll(async () => {
  results = await createResults()
  await results.database.query(
    `INSERT INTO standings (season, account_id, games_won, games_played)
     SELECT season, account, account % 97, account % 97 + account % 13
     FROM generate_series(1, ${ACCOUNTS}) AS account, unnest(ARRAY['2026-Q3', '2026-Q4', 'all']) AS season`,
  )
  await results.database.query(
    `INSERT INTO battles (id, room_id, mode, category, started_at, ended_at, rounds, reason, counted, low_id, high_id,
       winner_id)
     SELECT gen_random_uuid(), 'room-' || battle / 3, 'rush', 'default', now(), now(), 1, 'finished', false, battle, battle + 1,
       CASE WHEN battle % 3 > 0 THEN battle END
     FROM generate_series(1, 20000) AS battle`,
  )
  await vacuum(results.database, 'battles')
  // As autovacuum does, so that what an index has need not be looked up in the table.
  await vacuum(results.database, 'standings')
}, 120_000)
afterAll(() => results.close())

async function planOf(statement: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await results.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`, [...values])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('with 100,000 accounts', () => {
  test.each([
    ['the first by wins', PAGE.wins, ['2026-Q4', 100, 0], 'standings_by_wins'],
    ['the first by games played', PAGE.played, ['2026-Q4', 100, 0], 'standings_by_played'],
    ['those after a place by wins', PAGE_AFTER.wins, ['2026-Q4', 100, 95, 100, 77], 'standings_by_wins'],
    ['those after a place by games played', PAGE_AFTER.played, ['2026-Q4', 100, 95, 105, 77], 'standings_by_played'],
    ['those tied with a line', TIED, ['2026-Q4', 95, 100, 77], 'standings_by_'],
    ['a place by wins', AHEAD.wins, ['2026-Q4', 95, 100], 'standings_by_wins'],
    ['a place by games played', AHEAD.played, ['2026-Q4', 95, 105], 'standings_by_played'],
    ['one line', LINE, ['2026-Q4', 77], 'standings_pkey'],
    ['the seasons', SEASONS, ['all'], 'standings_'],
    ['wins between two players', WINS_BETWEEN, [77, 78, '2026-11-21', '2026-11-22', NO_BATTLE], 'battles_won_between'],
    ['the last battle of a room', LAST_OF_ROOM, ['room-77', 232], 'battles_by_room'],
  ])('%s uses its index', async (_, statement, values, index) => {
    const plan = await planOf(statement, values)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  })

  test('seasons and ranks are correct', async () => {
    const store = createStandingsStore(results.database)
    expect(await store.seasons()).toEqual(['2026-Q4', '2026-Q3'])
    expect(await store.count('all')).toBe(ACCOUNTS - Math.floor(ACCOUNTS / (97 * 13)))
    const { lines: page } = await store.page('2026-Q4', 'wins', { limit: 50, offset: 500 })
    const { rows } = await results.database.query(
      `SELECT account_id, rank() OVER (ORDER BY games_won DESC, games_played)::int AS rank FROM standings
       WHERE season = '2026-Q4' ORDER BY games_won DESC, games_played, account_id LIMIT 50 OFFSET 500`,
    )
    expect(page.map(({ accountId, rank }) => ({ account_id: accountId, rank }))).toEqual(rows)
    const [line] = page
    expect(await store.find('2026-Q4', 'wins', line?.accountId ?? 0)).toEqual(line)
  })
})
