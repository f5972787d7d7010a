import { type Database, inTransaction, newId, pageOf, type Place, type Transaction } from '@kla/chassis'
import type { BanScope } from '@kla/proto/web'
import { appendAudit, type AuditEntry, detailsMadeBefore } from '../audit/index.js'
import { type MailOutbox, NO_MAIL } from '../mails/index.js'
import { insertNote, LISTED_MAX_BYTES, type Note, threadColumn } from '../shared/notes.js'
import { notOwn, type Page, type Visibility } from '../shared/rules.js'
import {
  type Ban,
  type BanOrder,
  type BanRestriction,
  type Change,
  IN_FORCE_MAX,
  LIFTED_ALL,
  restrictionsOf,
} from './rules.js'

/** Locked bans of one account. Times in Unix milliseconds. */
export interface LockedBans {
  setBy(administratorId: number, sinceMs: number): Promise<Ban[]>
  inForce(scope: BanScope | undefined, nowMs: number): Promise<Ban[]>
  insert(order: BanOrder, change: Change): Promise<Ban>
  extend(
    ban: Ban,
    extension: Pick<BanOrder, 'reason' | 'notes' | 'evidence'> & { readonly expiresAtMs: number | undefined },
    change: Change,
  ): Promise<Ban>
  /** Lifts it without a mail, because the new ban sends one. */
  replace(ban: Ban, change: Change): Promise<void>
  /** Puts a ban that was extended or replaced in force until its former end. */
  restore(ban: Ban, former: Pick<Ban, 'expiresAtMs' | 'reason'>, change: Change): Promise<void>
  /** Returns undefined for a missing or hidden ban. */
  find(id: number): Promise<Ban | undefined>
  note(ban: Ban, note: Note, change: Change): Promise<Ban>
  lift(bans: readonly Ban[], reason: string, change: Change): Promise<Ban[]>
  hide(id: number, change: Pick<Change, 'atMs'> & { readonly requestId: string }): Promise<void>
  /** Number of bans that the first attempt of this request lifted together; undefined for a first attempt. */
  liftedBefore(requestId: string, change: Change): Promise<number | undefined>
  /** Call last: locks the end of the audit log. */
  record(entry: AuditEntry): Promise<void>
}

/** Bans in PostgreSQL, locked account by account. */
export interface BanStore {
  ofAccount<T>(accountId: number, work: (bans: LockedBans) => Promise<T>): Promise<T>
  /** Returns undefined for a missing or hidden ban. */
  ofBan<T>(id: number, work: (bans: LockedBans, ban: Ban) => Promise<T>): Promise<T | undefined>
  find(id: number): Promise<Ban | undefined>
  hiddenBy(requestId: string, id: number): Promise<{ readonly ban: Ban; readonly hiddenAtMs: number } | undefined>
  list(
    filter: BanFilter,
    page: Page,
    nowMs: number,
  ): Promise<{ readonly bans: readonly Ban[]; readonly total: number; readonly next: Place | undefined }>
  count(filter: BanFilter, nowMs: number): Promise<number>
  inForce(accountId: number, nowMs: number): Promise<readonly Ban[]>
}

/** Filters of the console's list of bans. */
export interface BanFilter extends Pick<Visibility, 'ownAccount'> {
  readonly accountId: number | undefined
  readonly scope: BanScope | undefined
  readonly active: boolean | undefined
}

interface BanRow {
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
  readonly version: number
  readonly changed_at: Date | null
  readonly changed_by_id: number
  readonly changed_by: string
  readonly thread: readonly Note[]
}

const COLUMNS = `id, account_id, scope, reason, notes, evidence, banned_at, expires_at, banned_by, lifted_at,
  lifted_by, lift_reason, held, version, changed_at, changed_by_id, changed_by`
const BAN_COLUMNS = `${COLUMNS}, ${threadColumn('ban', 'bans')}`
/** Threads contain only the newest notes here. */
const LISTED_COLUMNS = `${COLUMNS}, ${threadColumn('ban', 'bans', LISTED_MAX_BYTES)}`

const inForceAt = (place: number): string =>
  `lifted_at IS NULL AND hidden_at IS NULL AND (expires_at IS NULL OR expires_at > $${place}::timestamptz)`

const INSERT = `
INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, expires_at, banned_by_id, banned_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${BAN_COLUMNS}`

const SET_BY = `
SELECT ${BAN_COLUMNS} FROM bans
WHERE account_id = $1 AND banned_by_id = $2 AND banned_at > $3 AND hidden_at IS NULL ORDER BY id LIMIT ${IN_FORCE_MAX}`

const IN_FORCE = `
SELECT ${BAN_COLUMNS} FROM bans WHERE account_id = $1 AND ($2::text IS NULL OR scope = $2) AND ${inForceAt(3)}
ORDER BY id LIMIT ${IN_FORCE_MAX}`

const LIFT = `
UPDATE bans SET lifted_at = $2, lifted_by = $3, lift_reason = $4, changed_at = $2, changed_by = $3, changed_by_id = $5
WHERE id = ANY($1) RETURNING ${BAN_COLUMNS}`

const EXTEND = `
UPDATE bans SET expires_at = $2, reason = $3, evidence = $4, extended_at = $5, changed_at = $5, changed_by_id = $6, changed_by = $7
WHERE id = $1`

const NOTE = 'UPDATE bans SET notes = $2, changed_at = $3, changed_by_id = $4, changed_by = $5 WHERE id = $1'

const REPLACED = 'Replaced by another ban'

const RESTORE = `
UPDATE bans SET expires_at = $2, reason = $3, extended_at = NULL, lifted_at = NULL, lifted_by = '', lift_reason = '',
  changed_at = $4, changed_by_id = $5, changed_by = $6
WHERE id = $1 AND (lifted_at IS NULL OR lift_reason = '${REPLACED}')`

const FIND = `SELECT ${BAN_COLUMNS} FROM bans WHERE id = $1 AND hidden_at IS NULL`
const HIDE = 'UPDATE bans SET hidden_at = $2, hidden_by_request = $3 WHERE id = $1'
const HIDDEN_BY = `SELECT ${BAN_COLUMNS}, hidden_at FROM bans WHERE id = $1 AND hidden_by_request = $2`

const CREATE_VERSION = 'INSERT INTO restriction_versions (account_id) VALUES ($1) ON CONFLICT (account_id) DO NOTHING'
const LOCK_VERSION = 'SELECT FROM restriction_versions WHERE account_id = $1 FOR UPDATE'
// At least the time in milliseconds: after a failover that lost changes, gateways and auth must not know a later version.
const BUMP_VERSION = 'UPDATE restriction_versions SET version = greatest(version + 1, $2) WHERE account_id = $1'

export const createBanStore = (database: Database, mails: MailOutbox = NO_MAIL): BanStore => ({
  ofAccount: (accountId, work) =>
    inTransaction(database, async (tx) => {
      await lock(tx, accountId)
      return work(lockedBans(tx, accountId, mails))
    }),

  ofBan: (id, work) =>
    inTransaction(database, async (tx) => {
      const found = await tx.query<BanRow>(FIND, [id])
      if (!found.rows[0]) return undefined
      const { account_id: accountId } = found.rows[0]
      await lock(tx, accountId)
      const { rows } = await tx.query<BanRow>(FIND, [id])
      return rows[0] && work(lockedBans(tx, accountId, mails), banOf(rows[0]))
    }),

  async find(id) {
    const { rows } = await database.query<BanRow>(FIND, [id])
    return rows[0] && banOf(rows[0])
  },

  async hiddenBy(requestId, id) {
    const { rows } = await database.query<BanRow & { hidden_at: Date }>(HIDDEN_BY, [id, requestId])
    return rows[0] && { ban: banOf(rows[0]), hiddenAtMs: rows[0].hidden_at.getTime() }
  },

  async list(filter, { limit, offset, after }, nowMs) {
    const { where, values } = whereOf(filter, nowMs)
    const beyond = after ? `AND id < $${values.length + 1}::bigint` : ''
    const page = `
      WITH page AS (SELECT id FROM bans WHERE ${where} ${beyond} ORDER BY id DESC LIMIT ${limit + 1} OFFSET ${offset})
      SELECT ${LISTED_COLUMNS} FROM page JOIN bans USING (id) ORDER BY id DESC`
    const [listed, counted] = await Promise.all([
      database.query<BanRow>(page, [...values, ...(after ?? [])]),
      after ? undefined : countBans(database, filter, nowMs),
    ])
    const { rows, last } = pageOf(listed.rows, limit)
    return { bans: rows.map(banOf), total: counted ?? 0, next: last && [last.id] }
  },

  count: (filter, nowMs) => countBans(database, filter, nowMs),

  async inForce(accountId, nowMs) {
    const { rows } = await database.query<BanRow>(
      `SELECT ${BAN_COLUMNS} FROM bans WHERE account_id = $1 AND ${inForceAt(2)} ORDER BY id`,
      [accountId, new Date(nowMs)],
    )
    return rows.map(banOf)
  },
})

async function countBans(database: Database, filter: BanFilter, nowMs: number): Promise<number> {
  const { where, values } = whereOf(filter, nowMs)
  const { rows } = await database.query<{ count: number }>(`SELECT count(*) FROM bans WHERE ${where}`, values)
  return rows[0]?.count ?? 0
}

/** Locks an account's bans for a change that is part of another one, which writes the letters. */
export async function lockBans(tx: Transaction, accountId: number): Promise<LockedBans> {
  await lock(tx, accountId)
  return lockedBans(tx, accountId, NO_MAIL)
}

/** Locks the account's bans, always before the end of the audit log. */
async function lock(tx: Transaction, accountId: number): Promise<void> {
  await tx.query(CREATE_VERSION, [accountId])
  await tx.query(LOCK_VERSION, [accountId])
}

function lockedBans(tx: Transaction, accountId: number, mails: MailOutbox): LockedBans {
  const findIfThere = async (id: number): Promise<Ban | undefined> => {
    const { rows } = await tx.query<BanRow>(FIND, [id])
    return rows[0] && banOf(rows[0])
  }
  const find = async (id: number): Promise<Ban> => {
    const ban = await findIfThere(id)
    if (!ban) throw new Error('a ban that is locked is not there')
    return ban
  }

  async function addNote(ban: Ban, note: Note, { by, atMs }: Change): Promise<Ban> {
    await insertNote(tx, 'ban', ban.id, note)
    await tx.query(NOTE, [ban.id, note.text, new Date(atMs), by.id, by.name])
    return find(ban.id)
  }

  const noteBy = ({ by, atMs }: Change, text: string): Note => ({ id: newId(), byId: by.id, by: by.name, atMs, text })

  return {
    async setBy(administratorId, sinceMs) {
      const { rows } = await tx.query<BanRow>(SET_BY, [accountId, administratorId, new Date(sinceMs)])
      return rows.map(banOf)
    },

    async inForce(scope, nowMs) {
      const { rows } = await tx.query<BanRow>(IN_FORCE, [accountId, scope ?? null, new Date(nowMs)])
      return rows.map(banOf)
    },

    async insert({ scope, reason, notes, evidence, durationMs }, { by, atMs }) {
      const expiresAt = durationMs === 0 ? null : new Date(atMs + durationMs)
      const values = [accountId, scope, reason, notes, evidence, new Date(atMs), expiresAt, by.id, by.name]
      const { rows } = await tx.query<BanRow>(INSERT, values)
      if (!rows[0]) throw new Error('a ban that was inserted is not there')
      await tx.query(BUMP_VERSION, [accountId, atMs])
      await mails.write(tx, { accountId, kind: 'ban-set', subjectId: rows[0].id, atMs })
      if (notes === '') return banOf(rows[0])
      await insertNote(tx, 'ban', rows[0].id, noteBy({ by, atMs }, notes))
      return find(rows[0].id)
    },

    async extend(ban, { expiresAtMs, reason, notes, evidence }, change) {
      const { by, atMs } = change
      const isOtherReason = reason !== '' && reason !== ban.reason
      const texts = [...(isOtherReason && ban.reason !== '' ? [`Reason until now: ${ban.reason}`] : []), notes]
      let extended = ban
      for (const text of texts) if (text !== '') extended = await addNote(extended, noteBy(change, text), change)
      const values = [expiresAtMs === undefined ? null : new Date(expiresAtMs), isOtherReason ? reason : ban.reason]
      await tx.query(EXTEND, [ban.id, ...values, evidence || ban.evidence, new Date(atMs), by.id, by.name])
      await tx.query(BUMP_VERSION, [accountId, atMs])
      await mails.rewrite(tx, { accountId, kind: 'ban-set', subjectId: ban.id, atMs })
      return find(ban.id)
    },

    async replace(ban, { by, atMs }) {
      await tx.query(LIFT, [[ban.id], new Date(atMs), by.name, REPLACED, by.id])
      await mails.withdraw(tx, 'ban-set', [ban.id], atMs)
    },

    async restore({ id }, { expiresAtMs, reason }, { by, atMs }) {
      const expiresAt = expiresAtMs === undefined ? null : new Date(expiresAtMs)
      await tx.query(RESTORE, [id, expiresAt, reason, new Date(atMs), by.id, by.name])
      await tx.query(BUMP_VERSION, [accountId, atMs])
    },

    find: findIfThere,
    note: addNote,

    async lift(bans, reason, { by, atMs }) {
      if (bans.length === 0) return []
      const { rows } = await tx.query<BanRow>(LIFT, [bans.map(({ id }) => id), new Date(atMs), by.name, reason, by.id])
      await tx.query(BUMP_VERSION, [accountId, atMs])
      // Players never learn of a ban whose letter was not sent.
      const neverNotified = await mails.withdraw(
        tx,
        'ban-set',
        bans.map(({ id }) => id),
        atMs,
      )
      const notified = bans.find(({ id }) => !neverNotified.includes(id))
      if (notified) await mails.write(tx, { accountId, kind: 'ban-lifted', subjectId: notified.id, atMs })
      return rows.map(banOf)
    },

    async hide(id, { atMs, requestId }) {
      await tx.query(HIDE, [id, new Date(atMs), requestId])
    },

    async liftedBefore(requestId, { by, atMs }) {
      const made = { action: LIFTED_ALL, actorId: by.id, requestId, subjectIds: [accountId], nowMs: atMs }
      const [details] = await detailsMadeBefore(tx, made)
      return (details as { readonly ban_ids: readonly number[] } | undefined)?.ban_ids.length
    },

    record: (entry) => appendAudit(tx, [entry]),
  }
}

function whereOf(
  { accountId, scope, active, ownAccount }: BanFilter,
  nowMs: number,
): { where: string; values: unknown[] } {
  const conditions = ['hidden_at IS NULL', notOwn({ ownAccount }, 'account_id')]
  const values: unknown[] = []
  const place = (value: unknown): number => values.push(value)
  if (accountId !== undefined) conditions.push(`account_id = $${place(accountId)}`)
  if (scope !== undefined) conditions.push(`scope = $${place(scope)}`)
  if (active === true) conditions.push(inForceAt(place(new Date(nowMs))))
  if (active === false) conditions.push(`(lifted_at IS NOT NULL OR expires_at <= $${place(new Date(nowMs))})`)
  return { where: conditions.join(' AND '), values }
}

const banOf = (row: BanRow): Ban => ({
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
  version: row.version,
  changedAtMs: row.changed_at?.getTime(),
  changedById: row.changed_by_id,
  changedBy: row.changed_by,
  thread: row.thread,
})

interface Restrictions {
  readonly version: number
  readonly restrictions: readonly BanRestriction[]
}

/** Outbox by account: its version, and the one that auth has acknowledged. */
export interface RestrictionStore {
  /** Undefined for an account that was never banned: auth refuses version 0. */
  current(accountId: number, nowMs: number): Promise<Restrictions | undefined>
  acknowledge(accountId: number, version: number): Promise<void>
  unpublished(afterId: number, limit: number): Promise<readonly number[]>
  countUnpublished(): Promise<number>
}

export const createRestrictionStore = (database: Database): RestrictionStore => ({
  async current(accountId, nowMs) {
    // One statement, so that version and bans match.
    const { rows } = await database.query<Partial<BanRow> & { of_account: number }>(
      `SELECT versions.version AS of_account, ban.* FROM restriction_versions AS versions
       LEFT JOIN LATERAL (
         SELECT ${BAN_COLUMNS} FROM bans WHERE bans.account_id = versions.account_id AND ${inForceAt(2)}
       ) AS ban ON true
       WHERE versions.account_id = $1 AND versions.version > 0`,
      [accountId, new Date(nowMs)],
    )
    if (!rows[0]) return undefined
    const bans = rows.filter(({ id }) => typeof id === 'number').map((row) => banOf(row as BanRow))
    return { version: rows[0].of_account, restrictions: restrictionsOf(bans, nowMs) }
  },

  async acknowledge(accountId, version) {
    await database.query(
      'UPDATE restriction_versions SET sent_version = $2 WHERE account_id = $1 AND sent_version < $2',
      [accountId, version],
    )
  },

  async unpublished(afterId, limit) {
    const { rows } = await database.query<{ account_id: number }>(
      `SELECT account_id FROM restriction_versions
       WHERE sent_version < version AND account_id > $1 ORDER BY account_id LIMIT $2`,
      [afterId, limit],
    )
    return rows.map(({ account_id }) => account_id)
  },

  async countUnpublished() {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*) FROM restriction_versions WHERE sent_version < version',
    )
    return rows[0]?.count ?? 0
  },
})
