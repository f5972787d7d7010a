import type { Database } from '@kla/chassis'
import type { PlayedBattle } from '@kla/proto'

/** Reads an account's newest battles. */
export type BattlesOf = (accountId: number) => Promise<PlayedBattle[]>

const LISTED = 20

interface Row {
  readonly id: string
  readonly started_at: Date
  readonly ended_at: Date
  readonly mode: string
  readonly category: string
  readonly low_id: number
  readonly high_id: number
  readonly winner_id: number | null
  readonly reason: string
  readonly rounds: number
  readonly counted: boolean
  readonly left_by: number | null
}

const BATTLES_OF = `
SELECT id, started_at, ended_at, mode, category, low_id, high_id, winner_id, reason, rounds, counted, left_by
FROM battle_players JOIN battles ON id = battle_id WHERE account_id = $1 ORDER BY ended_at DESC, id DESC LIMIT ${LISTED}`

export const createBattlesOf =
  (database: Pick<Database, 'query'>): BattlesOf =>
  async (accountId) => {
    const { rows } = await database.query<Row>(BATTLES_OF, [accountId])
    return rows.map((row) => ({
      id: row.id,
      startedAtMs: row.started_at.getTime(),
      endedAtMs: row.ended_at.getTime(),
      mode: row.mode,
      category: row.category,
      opponentId: row.low_id === accountId ? row.high_id : row.low_id,
      outcome: row.winner_id === null ? 'none' : row.winner_id === accountId ? 'won' : 'lost',
      reason: row.reason,
      rounds: row.rounds,
      counted: row.counted,
      leftBy: row.left_by === null ? '' : row.left_by === accountId ? 'player' : 'opponent',
    }))
  }
