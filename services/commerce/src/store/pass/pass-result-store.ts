import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import type { PairBattle } from '@kla/proto/web'
import { addBattle, type AccountPoints, type PairOfAccounts, type Season } from '../../domain/pass/index.js'
import { lockPair, shareSeasons } from '../lock.js'
import { pairBattleOf, type ResultRow } from './result-rows.js'
import { seasonAt } from './season-rows.js'

/** A finished battle of two people that lasted long enough. */
export interface PassResult extends PairBattle {
  readonly pair: PairOfAccounts
}

export interface PassResultStore {
  /** Takes a result in and counts it where it lies in a published season, in one transaction. False for a repeat. */
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

/** False when it is known. */
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

async function playedIn(
  tx: Transaction,
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
  // In one order everywhere, so that two battles of the same people never wait for each other.
  const inOrder = [...gains].sort((one, other) => one.accountId - other.accountId)
  await tx.query(
    `INSERT INTO pass_progress (season_id, account_id, points)
     SELECT $1, account_id, points FROM unnest($2::bigint[], $3::int[]) AS gain (account_id, points)
     ON CONFLICT (season_id, account_id) DO UPDATE SET points = pass_progress.points + excluded.points`,
    [seasonId, inOrder.map(({ accountId }) => accountId), inOrder.map(({ points }) => points)],
  )
}
