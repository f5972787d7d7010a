import { type Database, pageOf, type Place, type Transaction } from '@kla/chassis'
import { ALL_SEASONS, type LeaderboardMode } from '@kla/proto/web'
import type { AccountFigures, Figures } from './rules/figures.js'
import { type Page, ranked, type Standing } from './rules/leaderboard.js'

/** Reads leaderboards and their seasons. */
export interface StandingsStore {
  page(season: string, order: LeaderboardMode, page: Page): Promise<StandingsPage>
  find(season: string, order: LeaderboardMode, accountId: number): Promise<Standing | undefined>
  count(season: string): Promise<number>
  seasons(): Promise<readonly string[]>
}

interface StandingsPage {
  readonly lines: readonly Standing[]
  /** The last row; undefined at the end. */
  readonly next: Place | undefined
}

export function createStandingsStore(database: Database): StandingsStore {
  async function rankOf(season: string, order: LeaderboardMode, { gamesWon, gamesPlayed }: Figures): Promise<number> {
    const { rows } = await database.query<{ ahead: number }>(AHEAD[order], [season, gamesWon, gamesPlayed])
    return (rows[0]?.ahead ?? 0) + 1
  }

  async function tiedBefore(season: string, { gamesWon, gamesPlayed, accountId }: Omit<Standing, 'rank'>) {
    const { rows } = await database.query<{ tied: number }>(TIED, [season, gamesWon, gamesPlayed, accountId])
    return rows[0]?.tied ?? 0
  }

  return {
    async page(season, order, { limit, offset, after }) {
      const found = await (after
        ? database.query<Line>(PAGE_AFTER[order], [season, limit + 1, ...after])
        : database.query<Line>(PAGE[order], [season, limit + 1, offset]))
      const { rows, last } = pageOf(found.rows, limit)
      const lines = rows.map(lineOf)
      const [first] = lines
      if (!first) return { lines: [], next: undefined }
      const next = last && [last.games_won, last.games_played, last.account_id]
      if (!after) return { lines: ranked(lines, offset, offset === 0 ? 1 : await rankOf(season, order, first)), next }
      const [rank, tied] = await Promise.all([rankOf(season, order, first), tiedBefore(season, first)])
      return { lines: ranked(lines, rank - 1 + tied, rank), next }
    },

    async find(season, order, accountId) {
      const { rows } = await database.query<Line>(LINE, [season, accountId])
      const [row] = rows
      if (!row) return undefined
      const line = lineOf(row)
      return { ...line, rank: await rankOf(season, order, line) }
    },

    async count(season) {
      const { rows } = await database.query<{ total: number }>(COUNT, [season])
      return rows[0]?.total ?? 0
    },

    async seasons() {
      const { rows } = await database.query<{ season: string }>(SEASONS, [ALL_SEASONS])
      return rows.map(({ season }) => season)
    },
  }
}

/** Every statement uses an index, as plans.test.ts checks. */

const HAS_SOMETHING = '(games_won > 0 OR games_played > 0)'
const OF_SEASON = `FROM standings WHERE season = $1 AND ${HAS_SOMETHING}`

const ORDER: Readonly<Record<LeaderboardMode, string>> = {
  wins: 'games_won DESC, games_played, account_id',
  played: 'games_played DESC, games_won DESC, account_id',
}

const pageBy = (order: string): string =>
  `SELECT account_id, games_won, games_played ${OF_SEASON} ORDER BY ${order} LIMIT $2 OFFSET $3`

/** Parameters: $1 season, $2 limit, $3 offset. */
export const PAGE: Readonly<Record<LeaderboardMode, string>> = {
  wins: pageBy(ORDER.wins),
  played: pageBy(ORDER.played),
}

const pageAfter = (beyond: string, order: string): string =>
  `SELECT account_id, games_won, games_played ${OF_SEASON} AND ${beyond} ORDER BY ${order} LIMIT $2`

/** Parameters: $1 season, $2 limit; $3 won, $4 played and $5 account of the row before. */
export const PAGE_AFTER: Readonly<Record<LeaderboardMode, string>> = {
  wins: pageAfter(
    'games_won <= $3::int AND (games_won < $3::int OR (games_played, account_id) > ($4::int, $5::bigint))',
    ORDER.wins,
  ),
  played: pageAfter(
    `games_played <= $4::int
     AND (games_played < $4::int OR games_won < $3::int OR (games_won = $3::int AND account_id > $5::bigint))`,
    ORDER.played,
  ),
}

const counting = (further: string, among: string): string =>
  `SELECT (SELECT count(*) ${OF_SEASON} AND ${further}) + (SELECT count(*) ${OF_SEASON} AND ${among}) AS ahead`

/** Counts the accounts ahead: $1 season, $2 won, $3 played. */
export const AHEAD: Readonly<Record<LeaderboardMode, string>> = {
  wins: counting('games_won > $2', 'games_won = $2 AND games_played < $3'),
  played: counting('games_played > $3', 'games_played = $3 AND games_won > $2'),
}

/** Counts the accounts with the same figures before one: $1 season, $2 won, $3 played, $4 account. */
export const TIED = `SELECT count(*) AS tied ${OF_SEASON} AND games_won = $2 AND games_played = $3 AND account_id < $4`

/** Parameters: $1 season, $2 account. */
export const LINE = `SELECT account_id, games_won, games_played ${OF_SEASON} AND account_id = $2`

const COUNT = `SELECT count(*) AS total ${OF_SEASON}`

const newestBefore = (bound: string): string =>
  `SELECT season FROM standings WHERE ${HAS_SOMETHING} AND season < ${bound} ORDER BY season DESC LIMIT 1`

export const SEASONS = `
WITH RECURSIVE found (season) AS (
  (${newestBefore('$1')})
  UNION ALL
  SELECT (${newestBefore('found.season')}) FROM found WHERE found.season IS NOT NULL
)
SELECT season FROM found WHERE season IS NOT NULL`

type Line = FiguresRow & { readonly account_id: number }

const lineOf = (row: Line): Omit<Standing, 'rank'> => ({
  accountId: row.account_id,
  gamesWon: Math.max(0, row.games_won),
  gamesPlayed: Math.max(0, row.games_played),
})

export interface FiguresRow {
  readonly games_won: number
  readonly games_played: number
}

/** Adds to a season and the total, locking in one order. */
export async function addToStandings(tx: Transaction, season: string, gains: readonly AccountFigures[]): Promise<void> {
  if (gains.length === 0) return
  const inOrder = [...gains].sort((one, other) => one.accountId - other.accountId)
  await tx.query(
    `INSERT INTO standings (season, account_id, games_won, games_played)
     SELECT season, account_id, won, played
     FROM unnest($1::text[]) WITH ORDINALITY AS seasons (season, at),
          unnest($2::bigint[], $3::int[], $4::int[]) WITH ORDINALITY AS gains (account_id, won, played, nth)
     ORDER BY at, nth
     ON CONFLICT (season, account_id) DO UPDATE SET
       games_won = standings.games_won + excluded.games_won,
       games_played = standings.games_played + excluded.games_played`,
    [
      [season, ALL_SEASONS],
      inOrder.map(({ accountId }) => accountId),
      inOrder.map(({ gamesWon }) => gamesWon),
      inOrder.map(({ gamesPlayed }) => gamesPlayed),
    ],
  )
}

/** Locks a player's season row before the total's. */
export async function lockStanding(tx: Transaction, season: string, accountId: number): Promise<Figures> {
  const { rows } = await tx.query<FiguresRow>(
    'SELECT games_won, games_played FROM standings WHERE season = $1 AND account_id = $2 FOR UPDATE',
    [season, accountId],
  )
  return { gamesWon: rows[0]?.games_won ?? 0, gamesPlayed: rows[0]?.games_played ?? 0 }
}
