import { type Database, insertEvent, inTransaction, outageOf, type OutboxEvent, type Transaction } from '@kla/chassis'
import type { AdministratorRole } from '@kla/proto/web'
import type { Administrator } from './rules/administrator.js'
import { prolongedExpiry, sessionExpiry, type SessionLife } from './rules/credentials.js'

/** Open session and its administrator. */
export interface AdministratorSession {
  readonly sessionKey: string
  readonly administrator: Administrator & { readonly givenAtMs: number }
  readonly expiresAtMs: number
}

/** Sign-in whose password and code are correct. */
export interface CheckedSignIn {
  readonly sessionKey: string
  readonly administratorId: number
  /** Revision checked; a later change refuses the sign-in. */
  readonly revision: number
  readonly totpStep?: number | undefined
  readonly audit: OutboxEvent
}

/** Sessions of administrators in PostgreSQL. */
export interface AdministratorSessionStore {
  /** Undefined if the account changed or the code was used. */
  open(signIn: CheckedSignIn, nowMs: number): Promise<number | undefined>
  refuse(audit: OutboxEvent): Promise<void>
  /** Finds a session, and keeps it alive unless `prolongs` is false. */
  use(
    sessionKey: string,
    nowMs: number,
    options?: { readonly prolongs?: boolean },
  ): Promise<AdministratorSession | undefined>
  remove(sessionKey: string): Promise<void>
  prune(nowMs: number): Promise<void>
}

interface Row {
  administrator_id: number
  opened_at: Date
  expires_at: Date
  name: string
  role: AdministratorRole
  child_safety: boolean
  disabled: boolean
  totp_enabled: boolean
  password_must_change: boolean
  given_at: Date | null
}

// Orders concurrent changes of rights, which end sessions.
const STEP_IN = `
UPDATE administrators SET last_seen_at = $3, totp_last_step = coalesce($4::bigint, totp_last_step)
WHERE id = $1 AND revision = $2 AND NOT disabled AND ($4::bigint IS NULL OR totp_last_step < $4::bigint)`

const USE = `
SELECT administrator_id, opened_at, expires_at, name, role, child_safety, disabled, totp_secret IS NOT NULL AS totp_enabled,
  password_must_change, given_at
FROM administrator_sessions JOIN administrators ON id = administrator_id
WHERE token_hash = $1 AND expires_at > $2 AND NOT disabled`

export function createAdministratorSessionStore(database: Database, life: SessionLife): AdministratorSessionStore {
  /** False while PostgreSQL takes no writes: reads still work. */
  async function prolong(sessionKey: string, row: Row, expiresAtMs: number, nowMs: number): Promise<boolean> {
    const written = database.query(
      `WITH prolonged AS (UPDATE administrator_sessions SET expires_at = greatest(expires_at, $2) WHERE token_hash = $1)
       UPDATE administrators SET last_seen_at = greatest(last_seen_at, $4) WHERE id = $3`,
      [sessionKey, new Date(expiresAtMs), row.administrator_id, new Date(nowMs)],
    )
    return written.then(
      () => true,
      (error: unknown) => {
        if (outageOf(error) !== 'read-only') throw error
        return false
      },
    )
  }

  return {
    open: (signIn, nowMs) =>
      inTransaction(database, async (tx) => {
        const { administratorId, revision, totpStep = null } = signIn
        const { rowCount } = await tx.query(STEP_IN, [administratorId, revision, new Date(nowMs), totpStep])
        if (rowCount === 0) return undefined
        const expiresAtMs = sessionExpiry(nowMs, nowMs, life)
        await tx.query(
          `INSERT INTO administrator_sessions (token_hash, administrator_id, opened_at, expires_at)
           VALUES ($1, $2, $3, $4)`,
          [signIn.sessionKey, administratorId, new Date(nowMs), new Date(expiresAtMs)],
        )
        await insertEvent(tx, signIn.audit)
        return expiresAtMs
      }),
    refuse: (audit) => inTransaction(database, (tx) => insertEvent(tx, audit)),
    async use(sessionKey, nowMs, { prolongs = true } = {}) {
      const { rows } = await database.query<Row>(USE, [sessionKey, new Date(nowMs)])
      const row = rows[0]
      if (!row) return undefined
      const known = { openedAtMs: row.opened_at.getTime(), expiresAtMs: row.expires_at.getTime() }
      const prolonged = prolongs ? prolongedExpiry(known, nowMs, life) : undefined
      const isProlonged = prolonged !== undefined && (await prolong(sessionKey, row, prolonged, nowMs))
      return { sessionKey, administrator: ownerOf(row), expiresAtMs: isProlonged ? prolonged : known.expiresAtMs }
    },
    async remove(sessionKey) {
      await database.query('DELETE FROM administrator_sessions WHERE token_hash = $1', [sessionKey])
    },
    async prune(nowMs) {
      await database.query('DELETE FROM administrator_sessions WHERE expires_at <= $1', [new Date(nowMs)])
    },
  }
}

export async function endSessionsOf(tx: Transaction, administratorId: number, exceptKey = ''): Promise<void> {
  await tx.query('DELETE FROM administrator_sessions WHERE administrator_id = $1 AND token_hash <> $2', [
    administratorId,
    exceptKey,
  ])
}

const ownerOf = (row: Row): AdministratorSession['administrator'] => ({
  id: row.administrator_id,
  name: row.name,
  role: row.role,
  childSafety: row.child_safety,
  disabled: row.disabled,
  totpEnabled: row.totp_enabled,
  passwordMustChange: row.password_must_change,
  givenAtMs: row.given_at?.getTime() ?? 0,
})
