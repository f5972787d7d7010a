import { type Database, insertEvent, inTransaction, newId, type Transaction } from '@kla/chassis'
import { PlayerBlocked, subjects } from '@kla/proto'
import { BLOCKS_MAX } from '@kla/proto/web'
import DataLoader from 'dataloader'
import type { Known } from '../shared/rules/incident.js'
import { aliasOf } from '../shared/rules/room.js'

/** An entry of a block list. */
export interface Block extends Known {
  readonly blockedAtMs: number
}

/** Blocks between players, each with its event. */
export interface BlockStore {
  /** Idempotent; `full` at BLOCKS_MAX. Publishes PlayerBlocked. */
  add(blockerId: number, blocked: Known): Promise<'added' | 'full'>
  /** Adds beyond a full list, unless lifted since `atMs`. Idempotent. */
  addOnExit(
    blockerId: number,
    blocked: Known,
    how?: { readonly atMs?: number; readonly published?: boolean },
  ): Promise<ExitBlock>
  /** Removes this alias, and the block with its last one. */
  remove(blockerId: number, blocked: Known): Promise<number>
  has(blockerId: number, alias: number): Promise<boolean>
  list(blockerId: number): Promise<Block[]>
  isBlockedBetween(accountId: number, others: readonly number[]): Promise<boolean>
  /** Blocked in either direction, at most APART_MAX. */
  apartFrom(accountId: number): Promise<number[]>
  /** Deletes lifted blocks whose events are gone. */
  prune(): Promise<void>
  withinPairs(pairs: readonly (readonly [number, number])[]): Promise<(readonly [number, number])[]>
}

/** A block added by a panic exit. */
export interface ExitBlock {
  readonly added: boolean
  readonly dropped: readonly number[]
}

/** Limit with panic exits, which may exceed BLOCKS_MAX. */
export const BLOCKS_KEPT_MAX = 2 * BLOCKS_MAX

/** Limit of a gateway per account. */
const APART_MAX = 20_000

const ENTRIES = `
SELECT blocked_id, coalesce(alias, blocked_id) AS alias, coalesce(block_aliases.blocked_at, blocks.blocked_at) AS blocked_at
FROM blocks LEFT JOIN block_aliases USING (blocker_id, blocked_id) WHERE blocker_id = $1`

export const createBlockStore = (database: Database): BlockStore => ({
  add: (blockerId, blocked) =>
    inTransaction(database, async (tx) => {
      await lockList(tx, blockerId)
      const { rows } = await tx.query<{ others: number; there: boolean }>(
        `SELECT count(*) FILTER (WHERE alias <> $2) AS others, coalesce(bool_or(alias = $2), false) AS there
         FROM (${ENTRIES}) AS entries`,
        [blockerId, aliasOf(blocked)],
      )
      const { others = 0, there = false } = rows[0] ?? {}
      if (there) return 'added'
      if (others >= BLOCKS_MAX) return 'full'
      await insertBlocked(tx, blockerId, blocked, await insertEntry(tx, blockerId, blocked))
      return 'added'
    }),

  addOnExit: (blockerId, blocked, { atMs, published = false } = {}) =>
    inTransaction(database, async (tx) => {
      const { accountId: blockedId } = blocked
      await lockList(tx, blockerId)
      if (atMs !== undefined) {
        const { rows } = await tx.query<{ lifted: boolean }>(
          `SELECT EXISTS (SELECT FROM unblocks
             WHERE blocker_id = $1 AND blocked_id = $2 AND unblocked_at > to_timestamp($3::float8 / 1000)) AS lifted`,
          [blockerId, blockedId, atMs],
        )
        if (rows[0]?.lifted) return { added: false, dropped: [] }
      }
      const madeAtMs = await insertEntry(tx, blockerId, blocked, atMs)
      if (published) await insertBlocked(tx, blockerId, blocked, madeAtMs)
      const dropped = await dropOldest(tx, blockerId)
      return { added: !dropped.includes(blockedId), dropped: dropped.filter((other) => other !== blockedId) }
    }),

  remove: (blockerId, given) =>
    inTransaction(database, async (tx) => {
      const alias = aliasOf(given)
      await lockList(tx, blockerId)
      const { rows } = await tx.query<{ blocked_id: number }>(
        `SELECT blocked_id FROM (${ENTRIES}) AS entries WHERE alias = $2`,
        [blockerId, alias],
      )
      const blockedId = rows[0]?.blocked_id ?? given.accountId
      await tx.query('DELETE FROM block_aliases WHERE blocker_id = $1 AND alias = $2', [blockerId, alias])
      const pair = [blockerId, blockedId]
      const others = await tx.query('SELECT 1 FROM block_aliases WHERE blocker_id = $1 AND blocked_id = $2', pair)
      const isBlocked = await tx.query('SELECT 1 FROM blocks WHERE blocker_id = $1 AND blocked_id = $2', pair)
      if (others.rowCount !== 0 || (rows.length === 0 && isBlocked.rowCount !== 0)) return blockedId
      await tx.query('DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2', pair)
      // Recorded even without a block, whose event may follow.
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
      return blockedId
    }),

  async has(blockerId, alias) {
    const { rows } = await database.query(`SELECT 1 FROM (${ENTRIES}) AS entries WHERE alias = $2`, [blockerId, alias])
    return rows.length > 0
  },

  async list(blockerId) {
    const { rows } = await database.query<{ blocked_id: number; alias: number; blocked_at: Date }>(
      `${ENTRIES} ORDER BY blocked_at DESC, alias DESC LIMIT $2`,
      [blockerId, BLOCKS_MAX],
    )
    return rows.map((row) => ({ accountId: row.blocked_id, alias: row.alias, blockedAtMs: row.blocked_at.getTime() }))
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

async function dropOldest(tx: Transaction, blockerId: number): Promise<number[]> {
  const { rows } = await tx.query<{ blocked_id: number }>(
    `DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id IN (
       SELECT blocked_id FROM blocks WHERE blocker_id = $1 ORDER BY blocked_at DESC, blocked_id DESC OFFSET $2)
     RETURNING blocked_id`,
    [blockerId, BLOCKS_KEPT_MAX],
  )
  const dropped = rows.map((row) => row.blocked_id)
  if (dropped.length > 0) {
    await tx.query('DELETE FROM block_aliases WHERE blocker_id = $1 AND blocked_id = ANY ($2)', [blockerId, dropped])
  }
  return dropped
}

async function insertEntry(tx: Transaction, blockerId: number, blocked: Known, atMs?: number): Promise<number> {
  const { accountId: blockedId } = blocked
  await tx.query(
    `INSERT INTO block_aliases (blocker_id, alias, blocked_id, blocked_at)
     SELECT blocker_id, blocked_id, blocked_id, blocked_at FROM blocks WHERE blocker_id = $1 AND blocked_id = $2
       AND NOT EXISTS (SELECT FROM block_aliases AS known WHERE known.blocker_id = $1 AND known.blocked_id = $2)
     ON CONFLICT DO NOTHING`,
    [blockerId, blockedId],
  )
  const { rows } = await tx.query<{ at: Date }>(
    `WITH made AS (SELECT coalesce(to_timestamp($4::float8 / 1000), clock_timestamp()) AS at), block AS (
       INSERT INTO blocks (blocker_id, blocked_id, blocked_at) SELECT $1, $2, at FROM made ON CONFLICT DO NOTHING
     ), entry AS (
       INSERT INTO block_aliases (blocker_id, alias, blocked_id, blocked_at) SELECT $1, $3, $2, at FROM made ON CONFLICT DO NOTHING
     )
     SELECT at FROM made`,
    [blockerId, blockedId, aliasOf(blocked), atMs ?? null],
  )
  return rows[0]!.at.getTime()
}

async function insertBlocked(
  tx: Transaction,
  blockerId: number,
  { accountId: blockedId, alias }: Known,
  atMs: number,
): Promise<void> {
  const eventId = newId()
  const payload = PlayerBlocked.encode({ eventId, blockerId, blockedId, atMs, alias, stored: true }).finish()
  await insertEvent(tx, { subject: subjects.eventPlayerBlocked, eventId, payload })
}

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

const LOOKUPS_MAX = 100

/** Batches concurrent lookups: every join makes one. */
function createBlockedBetween(database: Database): BlockStore['isBlockedBetween'] {
  interface Asked {
    readonly accountId: number
    readonly others: readonly number[]
  }
  const asked = new DataLoader<Asked, boolean>(
    async (all) => {
      const found = await findBlocks(
        database,
        all.flatMap(({ accountId, others }) => others.map((other) => [accountId, other] as const)),
      )
      const blocks = new Set(found.map(([blocker, blocked]) => `${blocker} ${blocked}`))
      return all.map(({ accountId, others }) =>
        others.some((other) => blocks.has(`${accountId} ${other}`) || blocks.has(`${other} ${accountId}`)),
      )
    },
    { cache: false, maxBatchSize: LOOKUPS_MAX },
  )
  return async (accountId, others) => others.length > 0 && asked.load({ accountId, others })
}

/** Serializes changes, so that limits hold. */
const lockList = (tx: Transaction, blockerId: number): Promise<unknown> =>
  // Advisory locks are global, hence the schema.
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':blocks:' || $1::text, 0))`, [blockerId])
