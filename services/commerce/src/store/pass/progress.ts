import { allowTime, readAll, type Transaction } from '@kla/chassis'
import { progressSheet, type Mistake, type Season } from '../../domain/pass/index.js'
import { pairBattleOf, type ResultRow } from './result-rows.js'

/** It may take longer than what people wait for. */
const WITHIN_MS = 600_000

/** What is kept of a season's points and is not as it follows from its results. */
export async function findMistakes(tx: Transaction, season: Season): Promise<readonly Mistake[]> {
  await allowTime(tx, WITHIN_MS)
  const sheet = progressSheet(season)
  const results = readAll<ResultRow>(
    tx,
    `SELECT battle_id, low_id, high_id, ended_at, winner_id, played FROM pass_results
     WHERE ended_at >= ${literal(season.startsAtMs)} AND ended_at < ${literal(season.endsAtMs)}
     ORDER BY low_id, high_id`,
  )
  for await (const row of results) {
    sheet.addResult({ lowId: row.low_id, highId: row.high_id }, pairBattleOf(row), row.played)
  }
  const { rows } = await tx.query<{ account_id: number; points: number }>(
    'SELECT account_id, points FROM pass_progress WHERE season_id = $1',
    [season.id],
  )
  for (const { account_id: accountId, points } of rows) sheet.compare({ accountId, points })
  return sheet.mistakes()
}

/** Makes it so. Nobody may count results meanwhile. */
export async function putRight(tx: Transaction, season: Season, mistakes: readonly Mistake[]): Promise<void> {
  const progress = mistakes.filter((mistake) => mistake.kind === 'progress')
  await tx.query(
    `INSERT INTO pass_progress (season_id, account_id, points)
     SELECT $1, account_id, points FROM unnest($2::bigint[], $3::int[]) AS should (account_id, points)
     ON CONFLICT (season_id, account_id) DO UPDATE SET points = excluded.points`,
    [season.id, progress.map(({ accountId }) => accountId), progress.map(({ right }) => right)],
  )
  const marks = mistakes.flatMap((mistake) => (mistake.kind === 'result' ? [mistake.battleId] : []))
  await tx.query('UPDATE pass_results SET played = NOT played WHERE battle_id = ANY($1)', [marks])
}

// A cursor's statement takes no parameters.
const literal = (ms: number): string => `'${new Date(ms).toISOString()}'::timestamptz`
