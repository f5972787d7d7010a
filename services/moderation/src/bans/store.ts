import type { Database } from '@kla/chassis'
import type { BanScope } from '@kla/proto/web'
import { type Ban, type BanRestriction, restrictionsOf } from './rules.js'

/** A row of bans. */
export interface BanRow {
  readonly id: number
  readonly account_id: number
  readonly scope: BanScope
  readonly reason: string
  readonly notes: string
  readonly evidence: string
  readonly banned_at: Date
  readonly expires_at: Date | null
  readonly banned_by: string
  readonly lifted_at: Date | null
  readonly lifted_by: string
  readonly lift_reason: string
  readonly held: boolean
}

/** The columns of a {@link BanRow}. */
export const BAN_COLUMNS = `id, account_id, scope, reason, notes, evidence, banned_at, expires_at, banned_by, lifted_at,
  lifted_by, lift_reason, held`

/** The bans in force at the time `$<place>`. */
export const inForceAt = (place: number): string =>
  `lifted_at IS NULL AND hidden_at IS NULL AND (expires_at IS NULL OR expires_at > $${place}::timestamptz)`

export const banOf = (row: BanRow): Ban => ({
  id: row.id,
  accountId: row.account_id,
  scope: row.scope,
  reason: row.reason,
  notes: row.notes,
  evidence: row.evidence,
  bannedAtMs: row.banned_at.getTime(),
  expiresAtMs: row.expires_at?.getTime(),
  bannedBy: row.banned_by,
  liftedAtMs: row.lifted_at?.getTime(),
  liftedBy: row.lifted_by,
  liftReason: row.lift_reason,
  held: row.held,
})

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

/** What an account may not do, as of a version. */
interface Restrictions {
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
