import { type Database, inTransaction } from '@kla/chassis'
import { ACT_TOKENS } from '@kla/proto/web'
import type { ActLimit, LimitsCard } from './rules.js'

/** Limits cards of players in PostgreSQL. */
export interface LimitsStore {
  find(accountId: number): Promise<LimitsCard>
  replace(accountId: number, card: LimitsCard): Promise<void>
  /** Lists acts once per account, unordered, without the account. */
  listForAll(accountIds: readonly number[]): Promise<readonly ActLimit[]>
}

const FIND = 'SELECT act, limit_kind AS limit FROM limits WHERE account_id = $1 ORDER BY act COLLATE "C"'

// Otherwise two cards of one player could mix.
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':limits:' || $1::text, 0))`
const CLEAR = 'DELETE FROM limits WHERE account_id = $1'
const INSERT = `
INSERT INTO limits (account_id, act, limit_kind)
SELECT $1, act, limit_kind FROM unnest($2::text[], $3::text[]) AS card (act, limit_kind)`

// Constant rows: durations must not reveal limits. Other contract versions may store other acts.
const LIST_FOR_ALL = `
SELECT act, coalesce(limit_kind, 'yes') AS limit
FROM (SELECT account_id, act FROM unnest($1::bigint[]) AS account_id, unnest($2::text[]) AS act) AS every
FULL JOIN (SELECT account_id, act, limit_kind FROM limits WHERE account_id = ANY ($1)) AS own USING (account_id, act)`

export const createLimitsStore = (database: Database): LimitsStore => ({
  async find(accountId) {
    return (await database.query<ActLimit>(FIND, [accountId])).rows
  },
  replace: (accountId, card) =>
    inTransaction(database, async (tx) => {
      await tx.query(LOCK, [accountId])
      await tx.query(CLEAR, [accountId])
      await tx.query(INSERT, [accountId, card.map(({ act }) => act), card.map(({ limit }) => limit)])
    }),
  async listForAll(accountIds) {
    return (await database.query<ActLimit>(LIST_FOR_ALL, [accountIds, ACT_TOKENS])).rows
  },
})
