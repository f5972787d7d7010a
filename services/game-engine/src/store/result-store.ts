import { inTransaction, insertFact, type Database, type OutboxFact, type Transaction } from '@kla/chassis'
import { BattleFinished, EndReason, subjects } from '@kla/proto'
import type { EndReasonName } from '@kla/proto/web'
import type { Outcome } from '../domain/index.js'

/** Battles that have come to their end, in PostgreSQL. */
export interface ResultStore {
  /** Records an outcome, counts it for its players, and lays the fact in the outbox: once, however often it is told. */
  record(outcome: Outcome): Promise<void>
}

export function createResultStore(database: Database): ResultStore {
  return {
    record: (outcome) =>
      inTransaction(database, async (tx) => {
        if (!(await insertBattle(tx, outcome))) return
        await insertPlayers(tx, outcome)
        if (outcome.counted) await countPlayed(tx, outcome)
        await insertFact(tx, factOf(outcome))
      }),
  }
}

const REASON_NAMES: Readonly<Partial<Record<EndReason, EndReasonName>>> = {
  [EndReason.FINISHED]: 'finished',
  [EndReason.LEFT]: 'left',
  [EndReason.TIME_CAP]: 'time-cap',
}

/** False when the battle is recorded already. */
async function insertBattle(tx: Transaction, outcome: Outcome): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO battles
       (id, room_id, mode, category, started_at, ended_at, rounds, reason, finished_by, winner_id, counted)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (id) DO NOTHING`,
    [
      outcome.battleId,
      outcome.roomId,
      outcome.mode,
      outcome.category,
      new Date(outcome.startedAtMs),
      new Date(outcome.endedAtMs),
      outcome.rounds,
      REASON_NAMES[outcome.reason],
      outcome.finishedBy,
      outcome.winnerId,
      outcome.counted,
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

async function countPlayed(tx: Transaction, { players, winnerId }: Outcome): Promise<void> {
  // In one order everywhere, so that two battles of the same people never wait for each other.
  const inOrder = [...players].sort((one, other) => one - other)
  await tx.query(
    `INSERT INTO player_counters (account_id, games_played, games_won)
     SELECT account_id, 1, CASE WHEN account_id = $2 THEN 1 ELSE 0 END FROM unnest($1::bigint[]) AS account_id
     ON CONFLICT (account_id) DO UPDATE SET
       games_played = player_counters.games_played + 1,
       games_won = player_counters.games_won + excluded.games_won`,
    [inOrder, winnerId],
  )
}

function factOf(outcome: Outcome): OutboxFact {
  const fact = BattleFinished.fromPartial({
    factId: outcome.battleId,
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
  })
  const payload = BattleFinished.encode(fact).finish()
  return { subject: subjects.factBattleFinished, factId: fact.factId, payload }
}
