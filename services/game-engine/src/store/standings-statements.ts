import type { LeaderboardMode } from '@kla/proto/web'

/** What is read of the standings, each by an index (test/store/standings-plans.test.ts holds the plans to it). */

/** As the partial indexes say it. */
const HAS_SOMETHING = '(games_won > 0 OR games_played > 0)'
const OF_SEASON = `FROM standings WHERE season = $1 AND ${HAS_SOMETHING}`

const pageBy = (order: string): string =>
  `SELECT account_id, games_won, games_played ${OF_SEASON} ORDER BY ${order} LIMIT $2 OFFSET $3`

/** A part of a season: season, limit, offset. */
export const PAGE: Readonly<Record<LeaderboardMode, string>> = {
  wins: pageBy('games_won DESC, games_played, account_id'),
  played: pageBy('games_played DESC, games_won DESC, account_id'),
}

const counting = (further: string, among: string): string =>
  `SELECT (SELECT count(*) ${OF_SEASON} AND ${further}) + (SELECT count(*) ${OF_SEASON} AND ${among}) AS ahead`

/** How many of a season are ahead of these figures: season, games won, games played. Reads only those who are. */
export const AHEAD: Readonly<Record<LeaderboardMode, string>> = {
  wins: counting('games_won > $2', 'games_won = $2 AND games_played < $3'),
  played: counting('games_played > $3', 'games_played = $3 AND games_won > $2'),
}

/** One account of a season: season, account. */
export const LINE = `SELECT account_id, games_won, games_played ${OF_SEASON} AND account_id = $2`

/** The lines of a season. */
export const COUNT = `SELECT count(*) AS total ${OF_SEASON}`

const newestBefore = (bound: string): string =>
  `SELECT season FROM standings WHERE ${HAS_SOMETHING} AND season < ${bound} ORDER BY season DESC LIMIT 1`

/** Every season below the one given, newest first: one step in the index for each of them, not for each line. */
export const SEASONS = `
WITH RECURSIVE found (season) AS (
  (${newestBefore('$1')})
  UNION ALL
  SELECT (${newestBefore('found.season')}) FROM found WHERE found.season IS NOT NULL
)
SELECT season FROM found WHERE season IS NOT NULL`
