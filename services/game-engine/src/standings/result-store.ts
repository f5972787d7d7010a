import { type Database, insertEvent, inTransaction, type OutboxEvent, type Transaction } from '@kla/chassis'
import { BattleFinished, EndReason, subjects } from '@kla/proto'
import { type PairBattle, seasonOf, seasonSpan } from '@kla/proto/web'
import { END_REASON_NAMES, type Outcome, type PastBattle } from '../battle/index.js'
import { addBattle, type PairOfAccounts } from './rules/figures.js'
import { addToStandings } from './store.js'

/** Results of battles in PostgreSQL. */
export interface ResultStore {
  /** Records everything in one transaction; idempotent. */
  record(outcome: Outcome): Promise<void>
  find(roomId: string, accountId: number): Promise<PastBattle | undefined>
}

export function createResultStore(database: Database): ResultStore {
  return {
    record: (outcome) =>
      inTransaction(database, async (tx) => {
        if (!(await insertBattle(tx, outcome))) return
        await insertPlayers(tx, outcome)
        if (outcome.counted) await countBattle(tx, pairOf(outcome), outcome)
        await insertEvent(tx, outboxEvent(outcome))
      }),

    async find(roomId, accountId) {
      const { rows } = await database.query<LastOfRoom>(LAST_OF_ROOM, [roomId, accountId])
      const [row] = rows
      if (!row) return undefined
      const { id: battleId, low_id, high_id, rounds, reason } = row
      return { battleId, players: [low_id, high_id], rounds, reason: reasonNamed(reason) }
    },
  }
}

/** Parameters: $1 room, $2 account. */
export const LAST_OF_ROOM = `
SELECT id, low_id, high_id, rounds, reason FROM battles WHERE room_id = $1 AND $2 IN (low_id, high_id) ORDER BY ended_at DESC LIMIT 1`

interface LastOfRoom {
  readonly id: string
  readonly low_id: number
  readonly high_id: number
  readonly rounds: number
  readonly reason: string
}

const reasonNamed = (name: string): EndReason =>
  Object.values(EndReason).find((reason) => END_REASON_NAMES[reason] === name) ?? EndReason.UNSPECIFIED

/** A battle as rows of its pair have it. */
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

async function countBattle(tx: Transaction, pair: PairOfAccounts, battle: PairBattle): Promise<void> {
  await lockPair(tx, pair)
  const season = seasonOf(battle.endedAtMs)
  const { gains, played, displaced } = addBattle(pair, await playedIn(tx, pair, season), battle)
  if (played.length > 0 || displaced.length > 0) {
    await tx.query('UPDATE battles SET played = id = ANY($2) WHERE id = ANY($1)', [[...played, ...displaced], played])
  }
  await addToStandings(tx, season, gains)
}

async function lockPair(tx: Transaction, { lowId, highId }: PairOfAccounts): Promise<void> {
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

async function insertBattle(tx: Transaction, outcome: Outcome): Promise<boolean> {
  const { lowId, highId } = pairOf(outcome)
  const { rowCount } = await tx.query(
    `INSERT INTO battles
       (id, room_id, mode, category, started_at, ended_at, rounds, reason, finished_by, winner_id, counted, left_by,
        low_id, high_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (id) DO NOTHING`,
    [
      outcome.battleId,
      outcome.roomId,
      outcome.mode,
      outcome.category,
      new Date(outcome.startedAtMs),
      new Date(outcome.endedAtMs),
      outcome.rounds,
      END_REASON_NAMES[outcome.reason],
      outcome.finishedBy,
      outcome.winnerId,
      outcome.counted,
      outcome.leftBy ?? null,
      lowId,
      highId,
    ],
  )
  return rowCount === 1
}

async function insertPlayers(tx: Transaction, { battleId, players }: Outcome): Promise<void> {
  await tx.query('INSERT INTO battle_players (battle_id, account_id) SELECT $1, unnest($2::bigint[])', [
    battleId,
    players,
  ])
}

function pairOf({ players: [one, other] }: Outcome): PairOfAccounts {
  return { lowId: Math.min(one, other), highId: Math.max(one, other) }
}

function outboxEvent(outcome: Outcome): OutboxEvent {
  const event = BattleFinished.fromPartial({
    eventId: outcome.battleId,
    battleId: outcome.battleId,
    roomId: outcome.roomId,
    mode: outcome.mode,
    players: [...outcome.players],
    startedAtMs: outcome.startedAtMs,
    endedAtMs: outcome.endedAtMs,
    rounds: outcome.rounds,
    reason: outcome.reason,
    finishedBy: outcome.finishedBy ?? 0,
    winnerId: outcome.winnerId ?? 0,
    counted: outcome.counted,
    leftBy: outcome.leftBy ?? 0,
    category: outcome.category,
  })
  const payload = BattleFinished.encode(event).finish()
  return { subject: subjects.eventBattleFinished, eventId: event.eventId, payload }
}
