import type { Database } from '@kla/chassis'
import type { BanScope } from '@kla/proto/web'
import { restrictionsOf, type Ban, type BanRestriction } from './rules.js'
import { BAN_COLUMNS, banOf, inForceAt, type BanRow } from './store.js'

export interface BanFilter {
  readonly accountId: number | undefined
  readonly scope: BanScope | undefined
  /** Undefined for both. */
  readonly active: boolean | undefined
}

export interface BanListStore {
  list(
    filter: BanFilter,
    page: { readonly limit: number; readonly offset: number },
    nowMs: number,
  ): Promise<{ readonly bans: readonly Ban[]; readonly total: number }>
  inForce(accountId: number, nowMs: number): Promise<readonly Ban[]>
}

export const createBanListStore = (database: Database): BanListStore => ({
  async list(filter, { limit, offset }, nowMs) {
    const { where, values } = whereOf(filter, nowMs)
    // An index-only scan finds the page.
    const page = `
      WITH page AS (SELECT id FROM bans WHERE ${where} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset})
      SELECT ${BAN_COLUMNS} FROM page JOIN bans USING (id) ORDER BY id DESC`
    const [{ rows }, counted] = await Promise.all([
      database.query<BanRow>(page, values),
      database.query<{ count: number }>(`SELECT count(*) FROM bans WHERE ${where}`, values),
    ])
    return { bans: rows.map(banOf), total: counted.rows[0]?.count ?? 0 }
  },

  async inForce(accountId, nowMs) {
    const { rows } = await database.query<BanRow>(
      `SELECT ${BAN_COLUMNS} FROM bans WHERE account_id = $1 AND ${inForceAt(2)} ORDER BY id`,
      [accountId, new Date(nowMs)],
    )
    return rows.map(banOf)
  },
})

/** Without unused conditions, each filter gets its index. */
function whereOf({ accountId, scope, active }: BanFilter, nowMs: number): { where: string; values: unknown[] } {
  const conditions = ['hidden_at IS NULL']
  const values: unknown[] = []
  const place = (value: unknown): number => values.push(value)
  if (accountId !== undefined) conditions.push(`account_id = $${place(accountId)}`)
  if (scope !== undefined) conditions.push(`scope = $${place(scope)}`)
  if (active === true) conditions.push(inForceAt(place(new Date(nowMs))))
  if (active === false) conditions.push(`(lifted_at IS NOT NULL OR expires_at <= $${place(new Date(nowMs))})`)
  return { where: conditions.join(' AND '), values }
}

export interface Restrictions {
  readonly version: number
  readonly restrictions: readonly BanRestriction[]
}

/** An outbox by account: its version, and the one that auth has acknowledged. */
export interface RestrictionStore {
  current(accountId: number, nowMs: number): Promise<Restrictions | undefined>
  acknowledge(accountId: number, version: number): Promise<void>
  unpublished(afterId: number, limit: number): Promise<readonly number[]>
  countUnpublished(): Promise<number>
}

export const createRestrictionStore = (database: Database): RestrictionStore => ({
  async current(accountId, nowMs) {
    // One statement, so that version and bans are of one snapshot.
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

  async acknowledge(accountId, version) {
    await database.query(
      'UPDATE restriction_versions SET told_version = $2 WHERE account_id = $1 AND told_version < $2',
      [accountId, version],
    )
  },

  async unpublished(afterId, limit) {
    const { rows } = await database.query<{ account_id: number }>(
      `SELECT account_id FROM restriction_versions
       WHERE told_version < version AND account_id > $1 ORDER BY account_id LIMIT $2`,
      [afterId, limit],
    )
    return rows.map(({ account_id }) => account_id)
  },

  async countUnpublished() {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*) FROM restriction_versions WHERE told_version < version',
    )
    return rows[0]?.count ?? 0
  },
})
