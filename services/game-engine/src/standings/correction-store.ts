import {
  type Database,
  insertEvent,
  inTransaction,
  type OutboxEvent,
  type Refused,
  type Transaction,
} from '@kla/chassis'
import { type Correction, isRepeatOf, refusalOf, type WantedCorrection } from './rules/correction.js'
import { oppositeOf } from './rules/figures.js'
import type { Page } from './rules/leaderboard.js'
import { addToStandings, lockStanding } from './store.js'

/** Author and time of a correction. */
export interface CorrectionAuthor {
  readonly madeBy: Correction['madeBy']
  readonly madeAtMs: number
  readonly audited: (correction: Correction) => OutboxEvent
}

/** Corrections of standings in PostgreSQL. */
export interface CorrectionStore {
  /** Stores once; CONFLICT if the id names another. */
  correct(wanted: WantedCorrection, author: CorrectionAuthor): Promise<Correction | Refused>
  reverse(reversed: { id: string; by: string; reason: string }, author: CorrectionAuthor): Promise<Correction | Refused>
  list(accountId: number | undefined, page: Page): Promise<{ corrections: readonly Correction[]; total: number }>
}

export function createCorrectionStore(database: Database): CorrectionStore {
  return {
    correct: (wanted, author) =>
      inTransaction(database, async (tx) => {
        await lockId(tx, wanted.id)
        const repeat = await answerToRepeat(tx, wanted)
        if (repeat) return repeat
        const { madeBy, madeAtMs } = author
        const made = { ...wanted, madeBy, madeAtMs, reverses: undefined, reversedBy: undefined }
        return (await apply(tx, made, author)) ?? (await answerToRepeat(tx, wanted)) ?? { refused: 'CONFLICT' }
      }),

    reverse: ({ id, by, reason }, author) =>
      inTransaction(database, async (tx) => {
        await tx.query('SELECT 1 FROM corrections WHERE id = $1 FOR UPDATE', [id])
        const [original] = await selectCorrections(tx, 'WHERE c.id = $1', [id])
        if (!original) return { refused: 'CORRECTION_NOT_FOUND' }
        if (original.reversedBy !== undefined) return { refused: 'ALREADY_REVERSED' }
        const { accountId, season } = original
        const { madeBy, madeAtMs } = author
        const difference = oppositeOf(original)
        const made = { id: by, accountId, season, reason, madeBy, madeAtMs, reverses: id, reversedBy: undefined }
        return (await apply(tx, { ...made, ...difference }, author)) ?? { refused: 'CONFLICT' }
      }),

    async list(accountId, { limit, offset }) {
      const [where, whose] = accountId === undefined ? ['', []] : ['WHERE c.account_id = $3', [accountId]]
      const [corrections, counted] = await Promise.all([
        selectCorrections(database, `${where} ORDER BY c.made_at DESC, c.id DESC LIMIT $1 OFFSET $2`, [
          limit,
          offset,
          ...whose,
        ]),
        database.query<{ total: number }>(
          `SELECT count(*) AS total FROM corrections AS c ${where.replace('$3', '$1')}`,
          whose,
        ),
      ])
      return { corrections, total: counted.rows[0]?.total ?? 0 }
    },
  }
}

/** Locks the id before any row, against deadlocks. */
async function lockId(tx: Transaction, id: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':correction:' || $1, 0))`, [id])
}

async function answerToRepeat(tx: Transaction, wanted: WantedCorrection): Promise<Correction | Refused | undefined> {
  const [made] = await selectCorrections(tx, 'WHERE c.id = $1', [wanted.id])
  if (!made) return undefined
  return isRepeatOf(made, wanted) ? made : { refused: 'CONFLICT' }
}

async function apply(
  tx: Transaction,
  made: Correction,
  { audited }: CorrectionAuthor,
): Promise<Correction | Refused | undefined> {
  const has = await lockStanding(tx, made.season, made.accountId)
  const refusal = refusalOf(has, made)
  if (refusal) return refusal
  if (!(await insertCorrection(tx, made))) return undefined
  await addToStandings(tx, made.season, [made])
  await insertEvent(tx, audited(made))
  return made
}

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

async function selectCorrections(
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

async function insertCorrection(tx: Transaction, correction: Correction): Promise<boolean> {
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
