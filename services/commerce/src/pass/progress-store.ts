import { type Database, inTransaction, readAll, setStatementTimeout, type Transaction } from '@kla/chassis'
import type { PairBattle } from '@kla/proto/web'
import { lockPair, lockSeasons, shareSeasons } from '../shared/store.js'
import { type AccountPoints, addBattle, type Mistake, type PairOfAccounts, progressSheet } from './rules/points.js'
import type { Season } from './rules/season.js'
import { seasonAt, selectSeasons } from './season-rows.js'

/** A finished battle, as the Battle Pass counts it. */
export interface PassResult extends PairBattle {
  readonly pair: PairOfAccounts
}

/** Battle results that count for a season. */
export interface PassResultStore {
  /** Counts a result once; false for a repeat. */
  record(result: PassResult): Promise<boolean>
}

export function createPassResultStore(database: Database): PassResultStore {
  return {
    record: (result) =>
      inTransaction(database, async (tx) => {
        await shareSeasons(tx)
        if (!(await insertResult(tx, result))) return false
        const season = await seasonAt(tx, result.endedAtMs)
        if (season) await count(tx, season, result)
        return true
      }),
  }
}

interface ResultRow {
  readonly battle_id: string
  readonly low_id: number
  readonly high_id: number
  readonly ended_at: Date
  readonly winner_id: number | null
  readonly played: boolean
}

const pairBattleOf = ({ battle_id, ended_at, winner_id }: ResultRow): PairBattle => ({
  battleId: battle_id,
  endedAtMs: ended_at.getTime(),
  winnerId: winner_id,
})

const WITHIN_MS = 600_000

export async function findMistakes(tx: Transaction, season: Season): Promise<readonly Mistake[]> {
  await setStatementTimeout(tx, WITHIN_MS)
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

export async function fixMistakes(tx: Transaction, season: Season, mistakes: readonly Mistake[]): Promise<void> {
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

const literal = (ms: number): string => `'${new Date(ms).toISOString()}'::timestamptz`

async function insertResult(tx: Transaction, { battleId, pair, endedAtMs, winnerId }: PassResult): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO pass_results (battle_id, low_id, high_id, ended_at, winner_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (battle_id) DO NOTHING`,
    [battleId, pair.lowId, pair.highId, new Date(endedAtMs), winnerId],
  )
  return rowCount === 1
}

async function count(tx: Transaction, season: Season, { pair, ...battle }: PassResult): Promise<void> {
  await lockPair(tx, pair.lowId, pair.highId)
  const { gains, played, displaced } = addBattle(season, pair, await playedIn(tx, season, pair), battle)
  if (played.length > 0 || displaced.length > 0) {
    await tx.query('UPDATE pass_results SET played = battle_id = ANY($2) WHERE battle_id = ANY($1)', [
      [...played, ...displaced],
      played,
    ])
  }
  await addPoints(tx, season.id, gains)
}

/** A battle that counts, if the account played in it. */
export async function findResult(
  tx: Pick<Transaction, 'query'>,
  battleId: string,
  accountId: number,
): Promise<PassResult | undefined> {
  const { rows } = await tx.query<ResultRow>(
    `SELECT battle_id, low_id, high_id, ended_at, winner_id, played FROM pass_results
     WHERE battle_id = $1 AND $2 IN (low_id, high_id)`,
    [battleId, accountId],
  )
  return rows.map((row) => ({ ...pairBattleOf(row), pair: { lowId: row.low_id, highId: row.high_id } }))[0]
}

export async function playedIn(
  tx: Pick<Transaction, 'query'>,
  { startsAtMs, endsAtMs }: Season,
  { lowId, highId }: PairOfAccounts,
): Promise<PairBattle[]> {
  const { rows } = await tx.query<ResultRow>(
    `SELECT battle_id, low_id, high_id, ended_at, winner_id, played FROM pass_results
     WHERE low_id = $1 AND high_id = $2 AND played AND ended_at >= $3 AND ended_at < $4`,
    [lowId, highId, new Date(startsAtMs), new Date(endsAtMs)],
  )
  return rows.map(pairBattleOf)
}

async function addPoints(tx: Transaction, seasonId: string, gains: readonly AccountPoints[]): Promise<void> {
  if (gains.length === 0) return
  // One order avoids deadlocks.
  const inOrder = [...gains].sort((one, other) => one.accountId - other.accountId)
  await tx.query(
    `INSERT INTO pass_progress (season_id, account_id, points)
     SELECT $1, account_id, points FROM unnest($2::bigint[], $3::int[]) AS gain (account_id, points)
     ON CONFLICT (season_id, account_id) DO UPDATE SET points = pass_progress.points + excluded.points`,
    [seasonId, inOrder.map(({ accountId }) => accountId), inOrder.map(({ points }) => points)],
  )
}

interface ProgressRebuild {
  check(): Promise<readonly Mistake[]>
  /** Corrects in one transaction; results wait for it. */
  rebuild(): Promise<readonly Mistake[]>
}

export function createProgressRebuild(database: Database): ProgressRebuild {
  return {
    check: () =>
      inTransaction(database, async (tx) => {
        await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
        return ofEverySeason(tx, findMistakes)
      }),

    rebuild: () =>
      inTransaction(database, async (tx) => {
        await lockSeasons(tx)
        return ofEverySeason(tx, async (tx, season) => {
          const mistakes = await findMistakes(tx, season)
          await fixMistakes(tx, season, mistakes)
          return mistakes
        })
      }),
  }
}

async function ofEverySeason(
  tx: Transaction,
  inspect: (tx: Transaction, season: Season) => Promise<readonly Mistake[]>,
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = []
  for (const season of await selectSeasons(tx, 'WHERE published ORDER BY starts_at')) {
    for (const mistake of await inspect(tx, season)) mistakes.push(mistake)
  }
  return mistakes
}
