import type { Transaction } from '@kla/chassis'
import { seasonOf, seasonSpan, type PairBattle } from '@kla/proto/web'
import { addBattle, type PairOfAccounts } from '../domain/standings/index.js'
import { addToStandings } from './standings-rows.js'

/** A battle as it is read for what it is worth. */
export interface PairBattleRow {
  readonly id: string
  readonly ended_at: Date
  readonly winner_id: number | null
}

export const pairBattleOf = ({ id, ended_at, winner_id }: PairBattleRow): PairBattle => ({
  battleId: id,
  endedAtMs: ended_at.getTime(),
  winnerId: winner_id,
})

/** Takes a battle that was just stored into the standings, as far as it counts by the rules for two people. */
export async function countBattle(tx: Transaction, pair: PairOfAccounts, battle: PairBattle): Promise<void> {
  await lockPair(tx, pair)
  const season = seasonOf(battle.endedAtMs)
  const { gains, played, displaced } = addBattle(pair, await playedIn(tx, pair, season), battle)
  if (played.length > 0 || displaced.length > 0) {
    await tx.query('UPDATE battles SET played = id = ANY($2) WHERE id = ANY($1)', [[...played, ...displaced], played])
  }
  await addToStandings(tx, season, gains)
}

/** Battles of the same two people are counted one after the other, wherever they are recorded. */
async function lockPair(tx: Transaction, { lowId, highId }: PairOfAccounts): Promise<void> {
  // Advisory locks know no schemas. Two names of one hash merely wait for each other.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':pair:' || $1, 0))`, [
    `${lowId}:${highId}`,
  ])
}

async function playedIn(tx: Transaction, { lowId, highId }: PairOfAccounts, season: string): Promise<PairBattle[]> {
  const { startsMs, endsMs } = seasonSpan(season)
  const { rows } = await tx.query<PairBattleRow>(
    `SELECT id, ended_at, winner_id FROM battles
     WHERE low_id = $1 AND high_id = $2 AND played AND ended_at >= $3 AND ended_at < $4`,
    [lowId, highId, new Date(startsMs), new Date(endsMs)],
  )
  return rows.map(pairBattleOf)
}
