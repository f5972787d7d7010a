import { type Database, insertEvent, inTransaction, type OutboxEvent, type Transaction } from '@kla/chassis'
import { BattleFinished, EndReason, messageOf, NoWinner, subjects } from '@kla/proto'
import { type Mode, type NoWinnerReason, type PairBattle, seasonOf, seasonSpan, worthOf } from '@kla/proto/web'
import { END_REASON_NAMES, type Outcome, type Recorded, type Results, scoreSpan } from '../battle/index.js'
import { addBattle, type PairOfAccounts } from './rules/figures.js'
import { addToStandings } from './store.js'

/** Results of battles in PostgreSQL. */
export interface ResultStore extends Results {
  /** Records everything in one transaction; idempotent. */
  record(outcome: Outcome): Promise<void>
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
      return rows[0] && recordedOf(rows[0])
    },

    async winsBefore(battle) {
      const { lowId, highId } = pairOf(battle)
      const { afterMs, untilMs } = scoreSpan(battle)
      const values = [lowId, highId, new Date(afterMs), new Date(untilMs), battle.battleId]
      const { rows } = await database.query<{ low: number; high: number }>(WINS_BETWEEN, values)
      const { low = 0, high = 0 } = rows[0] ?? {}
      return battle.players[0] === lowId ? [low, high] : [high, low]
    },

    async isWinCounted({ battleId, players, played, winnerId, endedAtMs }) {
      if (!played || winnerId === null) return false
      const battles = await playedIn(database, pairOf({ players }), seasonOf(endedAtMs))
      return worthOf(battles).get(battleId)?.wonBy === winnerId
    },
  }
}

/** Selects the last battle of an account in a room. Parameters: $1 room, $2 account. */
export const LAST_OF_ROOM = `
SELECT id, mode, low_id, high_id, low_alias, high_alias, ended_at, rounds, reason, winner_id, no_winner, counted, played,
  recorded_at
FROM battles WHERE room_id = $1 AND $2 IN (low_id, high_id) ORDER BY ended_at DESC LIMIT 1`

/**
 * Counts the battles that each of two accounts won. Parameters: $1 lower account, $2 higher account, $3 after,
 * $4 until, $5 battle that is left out.
 */
export const WINS_BETWEEN = `
SELECT count(*) FILTER (WHERE winner_id = $1)::int AS low, count(*) FILTER (WHERE winner_id = $2)::int AS high
FROM battles
WHERE low_id = $1 AND high_id = $2 AND winner_id IS NOT NULL AND ended_at > $3 AND ended_at <= $4 AND id <> $5`

interface LastOfRoom {
  readonly id: string
  readonly mode: Mode
  readonly low_id: number
  readonly high_id: number
  readonly low_alias: number
  readonly high_alias: number
  readonly ended_at: Date
  readonly rounds: number
  readonly reason: string
  readonly winner_id: number | null
  readonly no_winner: string | null
  readonly counted: boolean
  readonly played: boolean
  readonly recorded_at: Date
}

const recordedOf = (row: LastOfRoom): Recorded => ({
  battleId: row.id,
  mode: row.mode,
  players: [row.low_id, row.high_id],
  aliases: [row.low_alias, row.high_alias],
  endedAtMs: row.ended_at.getTime(),
  decidedAtMs: row.recorded_at.getTime(),
  rounds: row.rounds,
  reason: reasonNamed(row.reason),
  winnerId: row.winner_id,
  noWinner: noWinnerNamed(row.no_winner),
  counted: row.counted,
  played: row.played,
})

const NO_WINNER_NAMES: Readonly<Partial<Record<NoWinner, NoWinnerReason>>> = {
  [NoWinner.LEFT]: 'left',
  [NoWinner.INTERRUPTED]: 'interrupted',
  [NoWinner.MISSING_VOTE]: 'missing-vote',
  [NoWinner.NONE]: 'none',
  [NoWinner.SPLIT]: 'split',
}

const noWinnerNamed = (name: string | null): NoWinner | undefined =>
  Object.values(NoWinner).find((why) => name !== null && NO_WINNER_NAMES[why] === name)

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

async function playedIn(
  tx: Pick<Transaction, 'query'>,
  { lowId, highId }: PairOfAccounts,
  season: string,
): Promise<PairBattle[]> {
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
        low_id, high_id, no_winner, low_alias, high_alias)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
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
      outcome.leftBy,
      lowId,
      highId,
      outcome.noWinner === undefined ? null : NO_WINNER_NAMES[outcome.noWinner],
      aliasIn(outcome, lowId),
      aliasIn(outcome, highId),
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

const aliasIn = ({ players, aliases }: Outcome, accountId: number): number => aliases[players[0] === accountId ? 0 : 1]

function pairOf({ players: [one, other] }: Pick<Outcome, 'players'>): PairOfAccounts {
  return { lowId: Math.min(one, other), highId: Math.max(one, other) }
}

function outboxEvent(outcome: Outcome): OutboxEvent {
  const event = messageOf(BattleFinished, {
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
