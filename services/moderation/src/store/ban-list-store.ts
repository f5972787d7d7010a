import type { Database } from '@kla/chassis'
import type { BanScope } from '@kla/proto/web'
import type { Ban } from '../domain/bans/ban.js'
import { BAN_COLUMNS, banOf, inForceAt, type BanRow } from './ban-rows.js'

export interface BanFilter {
  readonly accountId: number | undefined
  readonly scope: BanScope | undefined
  /** In force, or not; undefined for both. */
  readonly active: boolean | undefined
}

/** Bans that are not deleted, as they are looked at. Times in Unix milliseconds. */
export interface BanListStore {
  /** One page, newest first, and how many bans there are in all. */
  list(
    filter: BanFilter,
    page: { readonly limit: number; readonly offset: number },
    nowMs: number,
  ): Promise<{ readonly bans: readonly Ban[]; readonly total: number }>
  /** What is in force against an account, the oldest first. */
  inForce(accountId: number, nowMs: number): Promise<readonly Ban[]>
}

export const createBanListStore = (database: Database): BanListStore => ({
  async list(filter, { limit, offset }, nowMs) {
    const { where, values } = whereOf(filter, nowMs)
    // Found in an index alone, however far away; only the rows of the page are read.
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

/** Only what is asked for stands in the statement, so that each has the index that fits it. */
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
