import { inTransaction, insertFact, type Database, type OutboxFact, type Transaction } from '@kla/chassis'
import { BattleFinished, subjects } from '@kla/proto'
import type { Outcome } from '../domain/index.js'
import type { PairOfAccounts } from '../domain/standings/index.js'
import { END_REASON_NAMES } from '../end-reason-names.js'
import { countBattle } from './pair-standing.js'

/** Battles that have come to their end, in PostgreSQL. */
export interface ResultStore {
  /** Records an outcome, takes it into the standings, and lays the fact in the outbox: once, however often it is told. */
  record(outcome: Outcome): Promise<void>
}

export function createResultStore(database: Database): ResultStore {
  return {
    record: (outcome) =>
      inTransaction(database, async (tx) => {
        if (!(await insertBattle(tx, outcome))) return
        await insertPlayers(tx, outcome)
        if (outcome.counted) await countBattle(tx, pairOf(outcome), outcome)
        await insertFact(tx, factOf(outcome))
      }),
  }
}

/** False when the battle is recorded already. */
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
    leftBy: outcome.leftBy ?? 0,
    category: outcome.category,
  })
  const payload = BattleFinished.encode(fact).finish()
  return { subject: subjects.factBattleFinished, factId: fact.factId, payload }
}
