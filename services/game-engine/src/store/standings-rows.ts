import type { Transaction } from '@kla/chassis'
import { ALL_SEASONS } from '@kla/proto/web'
import type { AccountFigures, Figures } from '../domain/standings/index.js'

/** Figures as the table names them. */
export interface FiguresRow {
  readonly games_won: number
  readonly games_played: number
}

/**
 * Adds to what accounts have in a season, and in all of them together. Rows are taken in one order everywhere, by season
 * and then by account, so that nobody waits in a circle.
 */
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

/**
 * What an account has in a season; nobody changes it until the transaction ends, unless it is nothing yet. The line of all
 * seasons is not locked: whoever holds that one first would take rows in another order.
 */
export async function lockStanding(tx: Transaction, season: string, accountId: number): Promise<Figures> {
  const { rows } = await tx.query<FiguresRow>(
    'SELECT games_won, games_played FROM standings WHERE season = $1 AND account_id = $2 FOR UPDATE',
    [season, accountId],
  )
  return { gamesWon: rows[0]?.games_won ?? 0, gamesPlayed: rows[0]?.games_played ?? 0 }
}
