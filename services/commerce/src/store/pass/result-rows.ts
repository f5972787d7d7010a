import type { PairBattle } from '@kla/proto/web'

/** A result as it is read for what it is worth. */
export interface ResultRow {
  readonly battle_id: string
  readonly low_id: number
  readonly high_id: number
  readonly ended_at: Date
  readonly winner_id: number | null
  readonly played: boolean
}

export const pairBattleOf = ({ battle_id, ended_at, winner_id }: ResultRow): PairBattle => ({
  battleId: battle_id,
  endedAtMs: ended_at.getTime(),
  winnerId: winner_id,
})
