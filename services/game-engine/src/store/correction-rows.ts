import type { Transaction } from '@kla/chassis'
import type { Correction } from '../domain/standings/index.js'

interface CorrectionRow {
  readonly id: string
  readonly account_id: number
  readonly season: string
  readonly games_won: number
  readonly games_played: number
  readonly reason: string
  readonly made_by_id: number
  readonly made_by: string
  readonly made_at: Date
  readonly reverses: string | null
  readonly reversed_by: string | null
}

/** Corrections with what undoes them; `rest` begins with WHERE or ORDER BY and may name the correction as `c`. */
export async function selectCorrections(
  tx: Pick<Transaction, 'query'>,
  rest: string,
  values: readonly unknown[],
): Promise<Correction[]> {
  const { rows } = await tx.query<CorrectionRow>(
    `SELECT c.*, (SELECT r.id FROM corrections AS r WHERE r.reverses = c.id) AS reversed_by FROM corrections AS c ${rest}`,
    [...values],
  )
  return rows.map(correctionOf)
}

/** False when there is one of this id. */
export async function insertCorrection(tx: Transaction, correction: Correction): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO corrections
       (id, account_id, season, games_won, games_played, reason, made_by_id, made_by, made_at, reverses)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING`,
    [
      correction.id,
      correction.accountId,
      correction.season,
      correction.gamesWon,
      correction.gamesPlayed,
      correction.reason,
      correction.madeBy.id,
      correction.madeBy.name,
      new Date(correction.madeAtMs),
      correction.reverses ?? null,
    ],
  )
  return rowCount === 1
}

const correctionOf = (row: CorrectionRow): Correction => ({
  id: row.id,
  accountId: row.account_id,
  season: row.season,
  gamesWon: row.games_won,
  gamesPlayed: row.games_played,
  reason: row.reason,
  madeBy: { id: row.made_by_id, name: row.made_by },
  madeAtMs: row.made_at.getTime(),
  reverses: row.reverses ?? undefined,
  reversedBy: row.reversed_by ?? undefined,
})
