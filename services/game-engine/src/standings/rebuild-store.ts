import { type Database, inTransaction, readAll, setStatementTimeout, type Transaction } from '@kla/chassis'
import { pairBattleOf, type PairBattleRow } from './result-store.js'
import { type Mistake, standingsSheet } from './rules/check.js'
import type { PairOfAccounts } from './rules/figures.js'
import type { FiguresRow } from './store.js'

/** Checks and rebuilds standings from battles and corrections. */
export interface StandingsRebuild {
  check(): Promise<readonly Mistake[]>
  /** Corrects in one transaction; writers wait for it. */
  rebuild(): Promise<readonly Mistake[]>
  isMissing(): Promise<boolean>
}

const WITHIN_MS = 600_000

export function createStandingsRebuild(database: Database): StandingsRebuild {
  return {
    check: () =>
      inTransaction(database, async (tx) => {
        await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
        return findMistakes(tx)
      }),

    rebuild: () =>
      inTransaction(database, async (tx) => {
        await tx.query('LOCK TABLE battles IN SHARE ROW EXCLUSIVE MODE')
        await tx.query('LOCK TABLE standings IN EXCLUSIVE MODE')
        await tx.query('LOCK TABLE corrections IN SHARE ROW EXCLUSIVE MODE')
        const mistakes = await findMistakes(tx)
        await fixMistakes(tx, mistakes)
        return mistakes
      }),

    async isMissing() {
      const { rows } = await database.query<{ missing: boolean }>(
        `SELECT EXISTS (SELECT FROM battles WHERE counted) AND NOT EXISTS (SELECT FROM standings) AS missing`,
      )
      return rows[0]?.missing ?? false
    },
  }
}

type BattleRow = PairBattleRow & { readonly low_id: number; readonly high_id: number; readonly played: boolean }
type StandingRow = FiguresRow & { readonly season: string; readonly account_id: number }

async function findMistakes(tx: Transaction): Promise<readonly Mistake[]> {
  await setStatementTimeout(tx, WITHIN_MS)
  const sheet = standingsSheet()
  const battles = readAll<BattleRow>(
    tx,
    `SELECT id, low_id, high_id, ended_at, winner_id, played FROM battles
     WHERE counted ORDER BY low_id, high_id, ended_at`,
  )
  for await (const row of battles) sheet.addBattle(pairOf(row), pairBattleOf(row), row.played)
  const corrections = readAll<StandingRow>(tx, 'SELECT season, account_id, games_won, games_played FROM corrections')
  for await (const row of corrections) sheet.addCorrection(row.season, accountFiguresOf(row))
  const kept = readAll<StandingRow>(tx, 'SELECT season, account_id, games_won, games_played FROM standings')
  for await (const row of kept) sheet.compare(row.season, accountFiguresOf(row))
  return sheet.mistakes()
}

async function fixMistakes(tx: Transaction, mistakes: readonly Mistake[]): Promise<void> {
  const lines = mistakes.filter((mistake) => mistake.kind === 'standing')
  await tx.query(
    `INSERT INTO standings (season, account_id, games_won, games_played)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[], $4::int[])
     ON CONFLICT (season, account_id) DO UPDATE SET
       games_won = excluded.games_won, games_played = excluded.games_played`,
    [
      lines.map(({ season }) => season),
      lines.map(({ accountId }) => accountId),
      lines.map(({ right }) => right.gamesWon),
      lines.map(({ right }) => right.gamesPlayed),
    ],
  )
  const marks = mistakes.flatMap((mistake) => (mistake.kind === 'battle' ? [mistake.battleId] : []))
  await tx.query('UPDATE battles SET played = NOT played WHERE id = ANY($1)', [marks])
}

const pairOf = ({ low_id, high_id }: BattleRow): PairOfAccounts => ({ lowId: low_id, highId: high_id })
const accountFiguresOf = ({ account_id, games_won, games_played }: StandingRow) => ({
  accountId: account_id,
  gamesWon: games_won,
  gamesPlayed: games_played,
})
