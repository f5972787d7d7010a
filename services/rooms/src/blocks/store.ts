import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import { BLOCKS_MAX } from '@kla/proto/web'

export interface Block {
  readonly accountId: number
  readonly blockedAtMs: number
}

export interface BlockStore {
  /** Idempotent. `full`: nothing was added. */
  add(blockerId: number, blockedId: number): Promise<'added' | 'full'>
  remove(blockerId: number, blockedId: number): Promise<void>
  has(blockerId: number, blockedId: number): Promise<boolean>
  /** Newest first. */
  list(blockerId: number): Promise<Block[]>
  /** In either direction. */
  isBlockedBetween(accountId: number, others: readonly number[]): Promise<boolean>
  /** In either direction; blocker first. */
  withinPairs(pairs: readonly (readonly [number, number])[]): Promise<(readonly [number, number])[]>
}

export const createBlockStore = (database: Database): BlockStore => ({
  add: (blockerId, blockedId) =>
    inTransaction(database, async (tx) => {
      await lockList(tx, blockerId)
      const { rows } = await tx.query<{ others: number; there: boolean }>(
        `SELECT count(*) FILTER (WHERE blocked_id <> $2) AS others, coalesce(bool_or(blocked_id = $2), false) AS there
         FROM blocks WHERE blocker_id = $1`,
        [blockerId, blockedId],
      )
      const { others = 0, there = false } = rows[0] ?? {}
      if (there) return 'added'
      if (others >= BLOCKS_MAX) return 'full'
      await tx.query('INSERT INTO blocks (blocker_id, blocked_id) VALUES ($1, $2)', [blockerId, blockedId])
      return 'added'
    }),

  async remove(blockerId, blockedId) {
    await database.query('DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2', [blockerId, blockedId])
  },

  async has(blockerId, blockedId) {
    const { rows } = await database.query('SELECT 1 FROM blocks WHERE blocker_id = $1 AND blocked_id = $2', [blockerId, blockedId])
    return rows.length > 0
  },

  async list(blockerId) {
    const { rows } = await database.query<{ blocked_id: number; blocked_at: Date }>(
      `SELECT blocked_id, blocked_at FROM blocks WHERE blocker_id = $1
       ORDER BY blocked_at DESC, blocked_id DESC LIMIT $2`,
      [blockerId, BLOCKS_MAX],
    )
    return rows.map((row) => ({ accountId: row.blocked_id, blockedAtMs: row.blocked_at.getTime() }))
  },

  async isBlockedBetween(accountId, others) {
    if (others.length === 0) return false
    const { rows } = await database.query(
      `SELECT 1 FROM blocks WHERE blocker_id = $1 AND blocked_id = ANY($2)
       UNION ALL
       SELECT 1 FROM blocks WHERE blocker_id = ANY($2) AND blocked_id = $1
       LIMIT 1`,
      [accountId, others],
    )
    return rows.length > 0
  },

  async withinPairs(pairs) {
    if (pairs.length === 0) return []
    const bothWays = [...pairs, ...pairs.map(([one, other]) => [other, one] as const)]
    const { rows } = await database.query<{ blocker_id: number; blocked_id: number }>(
      `SELECT blocker_id, blocked_id FROM blocks
       JOIN unnest($1::bigint[], $2::bigint[]) AS asked (one, other) ON blocker_id = one AND blocked_id = other`,
      [bothWays.map(([one]) => one), bothWays.map(([, other]) => other)],
    )
    return rows.map((row) => [row.blocker_id, row.blocked_id] as const)
  },
})

/** Keeps a list within BLOCKS_MAX under concurrent additions. */
const lockList = (tx: Transaction, blockerId: number): Promise<unknown> =>
  // Advisory locks are per database, hence the schema.
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':blocks:' || $1::text, 0))`, [blockerId])
