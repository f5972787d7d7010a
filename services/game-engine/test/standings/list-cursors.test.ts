import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Database, Place } from '@kla/chassis'
import { LEADERBOARD_MODES } from '@kla/proto/web'
import { walkList } from '@kla/testkit'
import fc from 'fast-check'
import { createCorrectionStore } from '../../src/standings/correction-store.js'
import { standingsCursor } from '../../src/standings/cursors.js'
import type { Page } from '../../src/standings/rules/leaderboard.js'
import { createStandingsStore } from '../../src/standings/store.js'
import { createResults } from '../support/results.js'

const ROWS = 200
const SEASON = '2026-Q4'

let results: Awaited<ReturnType<typeof createResults>>
let database: Database
let account = 0

/** Players of few different figures, so that many share a rank. */
const addPlayers = (count: number) =>
  database.query(
    `INSERT INTO standings (season, account_id, games_won, games_played)
     SELECT $1, n, n % 7, n % 7 + n % 3 FROM generate_series($2::int, $3::int) AS n`,
    [SEASON, account + 1, (account += count)],
  )
const addCorrections = (count: number) =>
  database.query(
    `INSERT INTO corrections (id, account_id, season, games_won, games_played, reason, made_by_id, made_by, made_at)
     SELECT gen_random_uuid(), n % 3, '${SEASON}', 1, 1, '', 1, 'mo',
       timestamptz '2026-11-01' + (random() * 3)::int * interval '1 second' + n % 7 * interval '1 microsecond'
     FROM generate_series(1, $1::int) AS n`,
    [count],
  )

beforeAll(async () => {
  results = await createResults()
  database = results.database
  await addPlayers(ROWS)
  await addCorrections(ROWS)
}, 60_000)
afterAll(() => results.close())

type Read = (page: Page) => Promise<{ readonly ids: readonly (number | string)[]; readonly next: Place | undefined }>

/** Walks pages of any size and expects every row that was there before, once and in order. */
const expectWholeWalk = (read: Read, arrive: () => Promise<unknown>) =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 17, max: 90 }), async (limit) => {
      const before = (await read({ limit: 5_000, offset: 0 })).ids
      const walked = await walkList<number | string, Place>(
        (after) => read({ limit, offset: 0, ...(after && { after }) }),
        arrive,
      )
      const known = new Set(before)
      expect(walked.filter((id) => known.has(id))).toEqual(before)
      expect(new Set(walked).size).toBe(walked.length)
    }),
    { numRuns: 3 },
  )

describe('createStandingsStore', () => {
  test.each(LEADERBOARD_MODES)('walks a season in the order %s while players arrive', (order) =>
    expectWholeWalk(
      async (page) => {
        const { lines, next } = await createStandingsStore(database).page(SEASON, order, page)
        const cursor = standingsCursor(SEASON, order, 0)
        const place = next && cursor.read(cursor.write(next))
        if (place && 'refused' in place) throw new Error('unreadable cursor')
        return { ids: lines.map(({ accountId }) => accountId), next: place }
      },
      () => addPlayers(3),
    ),
  )

  test.each(LEADERBOARD_MODES)('ranks by %s as PostgreSQL does, on every page', async (order) => {
    const by = { wins: 'games_won DESC, games_played', played: 'games_played DESC, games_won DESC' }[order]
    const { rows } = await database.query(
      `SELECT account_id, rank() OVER (ORDER BY ${by})::int AS rank FROM standings
       WHERE season = $1 AND (games_won > 0 OR games_played > 0) ORDER BY ${by}, account_id`,
      [SEASON],
    )
    const ranks = await walkList<object, Place>(async (after) => {
      const page = { limit: 17, offset: 0, ...(after && { after }) }
      const { lines, next } = await createStandingsStore(database).page(SEASON, order, page)
      return { ids: lines.map(({ accountId, rank }) => ({ account_id: accountId, rank })), next }
    })
    expect(ranks).toEqual(rows)
  })
})

describe('createCorrectionStore', () => {
  test.each([undefined, 1])('walks the corrections of %p while others are made', (accountId) =>
    expectWholeWalk(
      async (page) => {
        const { corrections, next } = await createCorrectionStore(database).list(accountId, page)
        return { ids: corrections.map(({ id }) => id), next }
      },
      () => addCorrections(3),
    ),
  )

  test('skips nothing after a place', async () => {
    const asked: string[] = []
    const query = async (text: string, values: unknown[]) => {
      asked.push(text)
      return database.query(text, values)
    }
    const { next } = await createCorrectionStore(database).list(1, { limit: 5, offset: 0 })
    await createCorrectionStore({ query } as unknown as Database).list(1, { limit: 5, offset: 0, after: next! })
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toMatch(/OFFSET|count\(/)
  })
})
