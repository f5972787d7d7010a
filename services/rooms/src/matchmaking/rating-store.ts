import { type Database, inTransaction } from '@kla/chassis'
import { INITIAL_RATING, rate } from './rules/pairing.js'

/** A finished battle that changes ratings. */
export interface RatedBattle {
  readonly battleId: string
  readonly winnerId: number
  readonly loserId: number
}

/** Ratings of accounts, from their battles. */
export interface RatingStore {
  of(accountId: number): Promise<number>
  record(battle: RatedBattle): Promise<void>
  /** Deletes battles whose event cannot repeat. */
  prune(): Promise<void>
}

export const createRatingStore = (database: Database): RatingStore => ({
  async of(accountId) {
    const { rows } = await database.query<{ rating: number }>('SELECT rating FROM ratings WHERE account_id = $1', [
      accountId,
    ])
    return rows[0]?.rating ?? INITIAL_RATING
  },

  record: ({ battleId, winnerId, loserId }) =>
    inTransaction(database, async (tx) => {
      const first = 'INSERT INTO rated_battles (battle_id) VALUES ($1) ON CONFLICT DO NOTHING'
      if ((await tx.query(first, [battleId])).rowCount === 0) return
      const players = [winnerId, loserId]
      // Ordered against deadlocks.
      await tx.query(
        `INSERT INTO ratings (account_id, rating) SELECT player, $2 FROM unnest($1::bigint[]) AS player ORDER BY player
         ON CONFLICT DO NOTHING`,
        [players, INITIAL_RATING],
      )
      const { rows } = await tx.query<{ account_id: number; rating: number }>(
        'SELECT account_id, rating FROM ratings WHERE account_id = ANY($1) ORDER BY account_id FOR UPDATE',
        [players],
      )
      const of = (accountId: number): number =>
        rows.find((row) => row.account_id === accountId)?.rating ?? INITIAL_RATING
      const { winner, loser } = rate(of(winnerId), of(loserId))
      await tx.query(
        `UPDATE ratings SET rating = rated.rating, battles = battles + 1
         FROM unnest($1::bigint[], $2::float8[]) AS rated (account_id, rating)
         WHERE ratings.account_id = rated.account_id`,
        [players, [winner, loser]],
      )
    }),

  async prune() {
    await database.query(`DELETE FROM rated_battles WHERE rated_at < now() - interval '8 days'`)
  },
})
