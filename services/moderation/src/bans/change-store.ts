import { type Database, inTransaction, type Transaction } from '@kla/chassis'
import type { BanScope } from '@kla/proto/web'
import { appendAudit } from '../audit/log-store.js'
import type { AuditEntry } from '../audit/rules/entry.js'
import { type MailOutbox, NO_MAIL } from '../mails/store.js'
import { type Ban, type BanOrder, isInForce, SAME_BAN_MS, sameBan } from './rules.js'
import { BAN_COLUMNS, banOf, type BanRow, inForceAt } from './store.js'

/**
 * Whoever changes the bans of an account waits here for who does the same, until that transaction ends. Taken before
 * the end of the audit log, always.
 */
async function lockBans(tx: Transaction, accountId: number): Promise<void> {
  await tx.query('INSERT INTO restriction_versions (account_id) VALUES ($1) ON CONFLICT (account_id) DO NOTHING', [
    accountId,
  ])
  await tx.query('SELECT FROM restriction_versions WHERE account_id = $1 FOR UPDATE', [accountId])
}

/** The bans of an account are no longer what auth was told. */
async function raiseVersion(tx: Transaction, accountId: number): Promise<void> {
  await tx.query('UPDATE restriction_versions SET version = version + 1 WHERE account_id = $1', [accountId])
}

/** Who changes something, and when, Unix milliseconds. */
interface Change {
  readonly by: { readonly id: number; readonly name: string }
  readonly atMs: number
}

/** Changes of bans. Each is written to the audit log, as `audit` says, in the same transaction; no change is not. */
export interface BanStore {
  /** Sets a ban, or answers the one that the same order has led to a moment ago. None beyond {@link IN_FORCE_MAX}. */
  set(order: BanOrder, change: Change, audit: (ban: Ban) => AuditEntry): Promise<Ban | 'too many'>
  /** Answers the ban; undefined if there is none. One that is lifted or over stays as it is. */
  lift(id: number, reason: string, change: Change, audit: (ban: Ban) => AuditEntry): Promise<Ban | undefined>
  /** Lifts what is in force against an account, of one scope or of all. */
  liftAll(
    target: { readonly accountId: number; readonly scope: BanScope | undefined; readonly reason: string },
    change: Change,
    audit: (lifted: readonly Ban[]) => AuditEntry,
  ): Promise<readonly Ban[]>
  /** Hides a ban and lifts it if it is in force. Undefined if there is none. A repeated request is answered the same. */
  hide(
    id: number,
    change: Change & { readonly requestId: string },
    audit: (ban: Ban) => AuditEntry,
  ): Promise<{ readonly ban: Ban; readonly hiddenAtMs: number } | undefined>
}

/** Bans in force against one account: what auth and every principal have to carry has an end. */
const IN_FORCE_MAX = 50

const INSERT = `
INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, expires_at, banned_by_id, banned_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${BAN_COLUMNS}`

const LATELY = `
SELECT ${BAN_COLUMNS} FROM bans
WHERE account_id = $1 AND banned_by_id = $2 AND banned_at > $3 AND hidden_at IS NULL ORDER BY id LIMIT ${IN_FORCE_MAX}`

const LIFT = `
UPDATE bans SET lifted_at = $2, lifted_by = $3, lift_reason = $4 WHERE id = ANY($1) RETURNING ${BAN_COLUMNS}`

const HIDE = 'UPDATE bans SET hidden_at = $2, hidden_by_request = $3 WHERE id = $1'
const HIDDEN_BY = `SELECT ${BAN_COLUMNS}, hidden_at FROM bans WHERE id = $1 AND hidden_by_request = $2`

/** The banned account gets a letter about the ban and about its end, if `mails` takes letters. */
export function createBanStore(database: Database, mails: MailOutbox = NO_MAIL): BanStore {
  /** Bans that are lifted at once share one letter. */
  async function lift(tx: Transaction, bans: readonly Ban[], reason: string, { by, atMs }: Change): Promise<Ban[]> {
    const [first] = bans
    if (!first) return []
    const { rows } = await tx.query<BanRow>(LIFT, [bans.map(({ id }) => id), new Date(atMs), by.name, reason])
    await raiseVersion(tx, first.accountId)
    await mails.write(tx, { accountId: first.accountId, kind: 'ban-lifted', subjectId: first.id, atMs })
    return rows.map(banOf)
  }

  return {
    set: (order, change, audit) =>
      inTransaction(database, async (tx) => {
        const { accountId } = order
        await lockBans(tx, accountId)
        const since = new Date(change.atMs - SAME_BAN_MS)
        const lately = await tx.query<BanRow>(LATELY, [accountId, change.by.id, since])
        const same = sameBan(order, lately.rows.map(banOf), change.atMs)
        if (same) return same
        if ((await inForce(tx, accountId, undefined, change.atMs)).length >= IN_FORCE_MAX) return 'too many'
        const ban = await insert(tx, order, change)
        await raiseVersion(tx, accountId)
        await mails.write(tx, { accountId, kind: 'ban-set', subjectId: ban.id, atMs: change.atMs })
        await appendAudit(tx, [audit(ban)])
        return ban
      }),

    lift: (id, reason, change, audit) =>
      changed(database, id, async (tx, ban) => {
        if (!isInForce(ban, change.atMs)) return ban
        const [lifted] = await lift(tx, [ban], reason, change)
        if (!lifted) return undefined
        await appendAudit(tx, [audit(lifted)])
        return lifted
      }),

    liftAll: ({ accountId, scope, reason }, change, audit) =>
      inTransaction(database, async (tx) => {
        await lockBans(tx, accountId)
        const bans = await inForce(tx, accountId, scope, change.atMs)
        const lifted = await lift(tx, bans, reason, change)
        await appendAudit(tx, [audit(lifted)])
        return lifted
      }),

    async hide(id, change, audit) {
      await changed(database, id, async (tx, ban) => {
        if (isInForce(ban, change.atMs)) await lift(tx, [ban], '', change)
        await tx.query(HIDE, [id, new Date(change.atMs), change.requestId])
        await appendAudit(tx, [audit(ban)])
        return ban
      })
      const { rows } = await database.query<BanRow & { hidden_at: Date }>(HIDDEN_BY, [id, change.requestId])
      return rows[0] && { ban: banOf(rows[0]), hiddenAtMs: rows[0].hidden_at.getTime() }
    },
  }
}

/** Works on a ban that is there, under its account's lock. */
const changed = (
  database: Database,
  id: number,
  work: (tx: Transaction, ban: Ban) => Promise<Ban | undefined>,
): Promise<Ban | undefined> =>
  inTransaction(database, async (tx) => {
    const find = `SELECT ${BAN_COLUMNS} FROM bans WHERE id = $1 AND hidden_at IS NULL`
    const found = await tx.query<BanRow>(find, [id])
    if (!found.rows[0]) return undefined
    await lockBans(tx, found.rows[0].account_id)
    // What was read without the lock may have changed since.
    const { rows } = await tx.query<BanRow>(find, [id])
    return rows[0] && work(tx, banOf(rows[0]))
  })

async function insert(tx: Transaction, order: BanOrder, { by, atMs }: Change): Promise<Ban> {
  const { accountId, scope, reason, notes, evidence, durationMs } = order
  const expiresAt = durationMs === 0 ? null : new Date(atMs + durationMs)
  const values = [accountId, scope, reason, notes, evidence, new Date(atMs), expiresAt, by.id, by.name]
  const { rows } = await tx.query<BanRow>(INSERT, values)
  if (!rows[0]) throw new Error('a ban that was inserted is not there')
  return banOf(rows[0])
}

async function inForce(tx: Transaction, accountId: number, scope: BanScope | undefined, atMs: number): Promise<Ban[]> {
  const { rows } = await tx.query<BanRow>(
    `SELECT ${BAN_COLUMNS} FROM bans WHERE account_id = $1 AND ($2::text IS NULL OR scope = $2) AND ${inForceAt(3)}
     ORDER BY id LIMIT ${IN_FORCE_MAX}`,
    [accountId, scope ?? null, new Date(atMs)],
  )
  return rows.map(banOf)
}
