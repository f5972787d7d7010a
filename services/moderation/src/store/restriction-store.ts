import type { Database } from '@kla/chassis'
import { restrictionsOf, type BanRestriction } from '../domain/bans/restrictions.js'
import { BAN_COLUMNS, banOf, inForceAt, type BanRow } from './ban-rows.js'

/** What an account may not do, as of a version. */
export interface Restrictions {
  readonly version: number
  readonly restrictions: readonly BanRestriction[]
}

/** What auth has to be told of bans. */
export interface RestrictionStore {
  /** What is so now; undefined when no ban was ever set against the account. */
  current(accountId: number, nowMs: number): Promise<Restrictions | undefined>
  /** Auth has acknowledged a version; an older one changes nothing. */
  told(accountId: number, version: number): Promise<void>
  /** Accounts of which auth does not know the newest, above an id, at most `limit`. */
  untold(afterId: number, limit: number): Promise<readonly number[]>
  /** How many there are. */
  countUntold(): Promise<number>
}

export const createRestrictionStore = (database: Database): RestrictionStore => ({
  async current(accountId, nowMs) {
    // One statement, so that version and bans are of one moment.
    const { rows } = await database.query<Partial<BanRow> & { version: number }>(
      `SELECT version, ban.* FROM restriction_versions AS versions
       LEFT JOIN LATERAL (
         SELECT ${BAN_COLUMNS} FROM bans WHERE bans.account_id = versions.account_id AND ${inForceAt(2)}
       ) AS ban ON true
       WHERE versions.account_id = $1`,
      [accountId, new Date(nowMs)],
    )
    if (!rows[0]) return undefined
    const bans = rows.filter(({ id }) => typeof id === 'number').map((row) => banOf(row as BanRow))
    return { version: rows[0].version, restrictions: restrictionsOf(bans, nowMs) }
  },
  async told(accountId, version) {
    await database.query(
      'UPDATE restriction_versions SET told_version = $2 WHERE account_id = $1 AND told_version < $2',
      [accountId, version],
    )
  },
  async untold(afterId, limit) {
    const { rows } = await database.query<{ account_id: number }>(
      `SELECT account_id FROM restriction_versions
       WHERE told_version < version AND account_id > $1 ORDER BY account_id LIMIT $2`,
      [afterId, limit],
    )
    return rows.map(({ account_id }) => account_id)
  },
  async countUntold() {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*) FROM restriction_versions WHERE told_version < version',
    )
    return rows[0]?.count ?? 0
  },
})
