import {
  type Database,
  insertEvent,
  inTransaction,
  microsecondsOf,
  type OutboxEvent,
  pageOf,
  type Place,
  type Refused,
  timeOf,
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
  /** Stores once; a repeat names the reversal by the same id. */
  reverse(reversed: { id: string; by: string; reason: string }, author: CorrectionAuthor): Promise<Correction | Refused>
  /** Newest first. */
  list(accountId: number | undefined, page: Page): Promise<CorrectionsPage>
  count(accountId: number | undefined): Promise<number>
}

interface CorrectionsPage {
  readonly corrections: readonly Correction[]
  /** 0 for a page after a place. */
  readonly total: number
  /** The last row; undefined at the end. */
  readonly next: Place | undefined
}

const CONFLICT: Refused = { refused: 'CONFLICT' }

export function createCorrectionStore(database: Database): CorrectionStore {
  const count = async (accountId: number | undefined): Promise<number> => {
    const { rows } = await database.query<{ total: number }>(
      `SELECT count(*) AS total FROM corrections ${accountId === undefined ? '' : 'WHERE account_id = $1'}`,
      accountId === undefined ? [] : [accountId],
    )
    return rows[0]?.total ?? 0
  }

  return {
    correct: (wanted, author) =>
      inTransaction(database, async (tx) => {
        await lockId(tx, wanted.id)
        const repeat = await answerToRepeat(tx, wanted)
        if (repeat) return repeat
        const { madeBy, madeAtMs } = author
        const made = { ...wanted, madeBy, madeAtMs, reverses: undefined, reversedBy: undefined }
        return (await apply(tx, made, author)) ?? (await answerToRepeat(tx, wanted)) ?? CONFLICT
      }),

    reverse: ({ id, by, reason }, author) =>
      inTransaction(database, async (tx) => {
        await tx.query('SELECT 1 FROM corrections WHERE id = $1 FOR UPDATE', [id])
        const [original] = await selectCorrections(tx, 'WHERE c.id = $1', [id])
        if (!original) return { refused: 'CORRECTION_NOT_FOUND' }
        if (original.reversedBy === by) return (await selectCorrections(tx, 'WHERE c.id = $1', [by]))[0] ?? CONFLICT
        if (original.reversedBy !== undefined) return { refused: 'ALREADY_REVERSED' }
        const { accountId, season } = original
        const { madeBy, madeAtMs } = author
        const difference = oppositeOf(original)
        const made = { id: by, accountId, season, reason, madeBy, madeAtMs, reverses: id, reversedBy: undefined }
        return (await apply(tx, { ...made, ...difference }, author)) ?? CONFLICT
      }),

    async list(accountId, { limit, offset, after }) {
      const values = [limit + 1, ...(after ?? [offset])]
      const conditions = [
        ...(after ? [`(c.made_at, c.id) < (${timeOf('$2')}, $3::uuid)`] : []),
        ...(accountId === undefined ? [] : [`c.account_id = $${values.push(accountId)}`]),
      ]
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
      const end = `ORDER BY c.made_at DESC, c.id DESC LIMIT $1 ${after ? '' : 'OFFSET $2'}`
      const [found, total] = await Promise.all([
        selectRows(database, `${where} ${end}`, values),
        after ? 0 : count(accountId),
      ])
      const { rows, last } = pageOf(found, limit)
      return { corrections: rows.map(correctionOf), total, next: last && [last.made_us, last.id] }
    },

    count,
  }
}

/** Locks the id before any row, against deadlocks. */
async function lockId(tx: Transaction, id: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':correction:' || $1, 0))`, [id])
}

async function answerToRepeat(tx: Transaction, wanted: WantedCorrection): Promise<Correction | Refused | undefined> {
  const [made] = await selectCorrections(tx, 'WHERE c.id = $1', [wanted.id])
  if (!made) return undefined
  return isRepeatOf(made, wanted) ? made : CONFLICT
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
  readonly made_us: number
}

const SELECT = `
SELECT c.*, ${microsecondsOf('c.made_at')} AS made_us,
  (SELECT r.id FROM corrections AS r WHERE r.reverses = c.id) AS reversed_by
FROM corrections AS c`

const selectRows = async (
  tx: Pick<Transaction, 'query'>,
  rest: string,
  values: readonly unknown[],
): Promise<CorrectionRow[]> => (await tx.query<CorrectionRow>(`${SELECT} ${rest}`, [...values])).rows

const selectCorrections = async (
  tx: Pick<Transaction, 'query'>,
  rest: string,
  values: readonly unknown[],
): Promise<Correction[]> => (await selectRows(tx, rest, values)).map(correctionOf)

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
