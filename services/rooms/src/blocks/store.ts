import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import { BLOCKS_MAX } from '@kla/proto/web'
import DataLoader from 'dataloader'

export interface Block {
  readonly accountId: number
  readonly blockedAtMs: number
}

export interface BlockStore {
  /** Idempotent. `full`: the list has BLOCKS_MAX others, and nothing was added. */
  add(blockerId: number, blockedId: number): Promise<'added' | 'full'>
  /**
   * For the way out, which no full list refuses. `atMs`: for a block that was made then; it is not added if it has been lifted since,
   * or is older than all that the list keeps. Idempotent.
   */
  addOnExit(blockerId: number, blockedId: number, atMs?: number): Promise<ExitBlock>
  remove(blockerId: number, blockedId: number): Promise<void>
  has(blockerId: number, blockedId: number): Promise<boolean>
  /** Newest first. */
  list(blockerId: number): Promise<Block[]>
  /** In either direction. */
  isBlockedBetween(accountId: number, others: readonly number[]): Promise<boolean>
  /** In either direction; those of the account's own list first, at most APART_MAX. */
  apartFrom(accountId: number): Promise<number[]>
  /** Forgets when blocks were lifted whose events the stream has dropped. */
  prune(): Promise<void>
  /** In either direction; blocker first. */
  withinPairs(pairs: readonly (readonly [number, number])[]): Promise<(readonly [number, number])[]>
}

export interface ExitBlock {
  readonly added: boolean
  /** Blocked no more: beyond BLOCKS_KEPT_MAX the oldest give way. */
  readonly dropped: readonly number[]
}

/** With those of the way out, which come on top of BLOCKS_MAX. */
export const BLOCKS_KEPT_MAX = 2 * BLOCKS_MAX

/** What a gateway holds for one account. */
const APART_MAX = 20_000

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

  addOnExit: (blockerId, blockedId, atMs) =>
    inTransaction(database, async (tx) => {
      await lockList(tx, blockerId)
      if (atMs !== undefined) {
        const { rows } = await tx.query<{ lifted: boolean }>(
          `SELECT EXISTS (SELECT FROM unblocks
             WHERE blocker_id = $1 AND blocked_id = $2 AND unblocked_at > to_timestamp($3::float8 / 1000)) AS lifted`,
          [blockerId, blockedId, atMs],
        )
        if (rows[0]?.lifted) return { added: false, dropped: [] }
      }
      // The clock, not the transaction's begin: it may have waited for the list.
      await tx.query(
        `INSERT INTO blocks (blocker_id, blocked_id, blocked_at)
         VALUES ($1, $2, coalesce(to_timestamp($3::float8 / 1000), clock_timestamp()))
         ON CONFLICT DO NOTHING`,
        [blockerId, blockedId, atMs ?? null],
      )
      const { rows } = await tx.query<{ blocked_id: number }>(
        `DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id IN (
           SELECT blocked_id FROM blocks WHERE blocker_id = $1 ORDER BY blocked_at DESC, blocked_id DESC OFFSET $2)
         RETURNING blocked_id`,
        [blockerId, BLOCKS_KEPT_MAX],
      )
      const dropped = rows.map((row) => row.blocked_id)
      return { added: !dropped.includes(blockedId), dropped: dropped.filter((other) => other !== blockedId) }
    }),

  remove: (blockerId, blockedId) =>
    inTransaction(database, async (tx) => {
      await lockList(tx, blockerId)
      await tx.query('DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2', [blockerId, blockedId])
      // Also without a block: its event may be under way.
      await tx.query(
        `INSERT INTO unblocks (blocker_id, blocked_id, unblocked_at) VALUES ($1, $2, clock_timestamp())
         ON CONFLICT (blocker_id, blocked_id) DO UPDATE SET unblocked_at = excluded.unblocked_at`,
        [blockerId, blockedId],
      )
      await tx.query(
        `DELETE FROM unblocks WHERE blocker_id = $1 AND blocked_id IN (
           SELECT blocked_id FROM unblocks WHERE blocker_id = $1 ORDER BY unblocked_at DESC OFFSET $2)`,
        [blockerId, BLOCKS_MAX],
      )
    }),

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

  isBlockedBetween: createBlockedBetween(database),

  async apartFrom(accountId) {
    const { rows } = await database.query<{ account_id: number }>(
      `SELECT account_id FROM (
         SELECT blocked_id AS account_id, 1 AS rank, blocked_at FROM blocks WHERE blocker_id = $1
         UNION ALL
         SELECT blocker_id, 2, blocked_at FROM blocks WHERE blocked_id = $1
       ) AS apart ORDER BY rank, blocked_at DESC LIMIT $2`,
      [accountId, APART_MAX],
    )
    return [...new Set(rows.map((row) => row.account_id))]
  },

  async prune() {
    await database.query(`DELETE FROM unblocks WHERE unblocked_at < now() - interval '8 days'`)
  },

  withinPairs: (pairs) => findBlocks(database, pairs),
})

async function findBlocks(
  database: Database,
  pairs: readonly (readonly [number, number])[],
): Promise<(readonly [number, number])[]> {
  if (pairs.length === 0) return []
  const bothWays = [...pairs, ...pairs.map(([one, other]) => [other, one] as const)]
  const { rows } = await database.query<{ blocker_id: number; blocked_id: number }>(
    `SELECT blocker_id, blocked_id FROM blocks
     JOIN unnest($1::bigint[], $2::bigint[]) AS asked (one, other) ON blocker_id = one AND blocked_id = other`,
    [bothWays.map(([one]) => one), bothWays.map(([, other]) => other)],
  )
  return rows.map((row) => [row.blocker_id, row.blocked_id] as const)
}

const ASKED_AT_ONCE_MAX = 100

/** One statement for all that ask at once: each join does. */
function createBlockedBetween(database: Database): BlockStore['isBlockedBetween'] {
  interface Asked {
    readonly accountId: number
    readonly others: readonly number[]
  }
  const asked = new DataLoader<Asked, boolean>(
    async (all) => {
      const found = await findBlocks(database, all.flatMap(({ accountId, others }) => others.map((other) => [accountId, other] as const)))
      const blocks = new Set(found.map(([blocker, blocked]) => `${blocker} ${blocked}`))
      return all.map(({ accountId, others }) =>
        others.some((other) => blocks.has(`${accountId} ${other}`) || blocks.has(`${other} ${accountId}`)),
      )
    },
    { cache: false, maxBatchSize: ASKED_AT_ONCE_MAX },
  )
  return async (accountId, others) => others.length > 0 && asked.load({ accountId, others })
}

/** Keeps a list within its limits under concurrent additions. */
const lockList = (tx: Transaction, blockerId: number): Promise<unknown> =>
  // Advisory locks are per database, hence the schema.
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':blocks:' || $1::text, 0))`, [blockerId])
