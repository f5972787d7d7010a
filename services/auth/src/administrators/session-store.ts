import { type Database, insertEvent, inTransaction, outageOf, type OutboxEvent, type Transaction } from '@kla/chassis'
import { SessionEnded, subjects } from '@kla/proto'
import type { AdministratorRole } from '@kla/proto/web'
import { type CheckedProof, useProof } from './proof-store.js'
import type { Administrator } from './rules/administrator.js'
import { prolongedExpiry, sessionExpiry, type SessionLife } from './rules/credentials.js'

/** Open session and its administrator. */
export interface AdministratorSession {
  readonly sessionKey: string
  /** When it was last proved, by signing in or stepping up. */
  readonly verifiedAtMs: number
  /** True if a recovery code opened it and no passkey was added since. */
  readonly recovered: boolean
  readonly administrator: Administrator & { readonly givenAtMs: number }
  readonly expiresAtMs: number
}

/** How a session was opened. */
export type SignInMethod = 'password' | 'totp' | 'passkey' | 'recovery'

/** Sign-in whose credentials are correct. */
export interface CheckedSignIn extends CheckedProof {
  readonly sessionKey: string
  readonly method: SignInMethod
  /** Name of the browser, such as "Firefox on Linux"; empty if unknown. */
  readonly browser: string
  readonly audit: OutboxEvent
}

/** Session as lists show it. */
export interface ListedSession {
  readonly id: string
  readonly sessionKey: string
  readonly administratorId: number
  readonly administrator: string
  readonly openedAtMs: number
  readonly lastUsedAtMs: number
  readonly expiresAtMs: number
  readonly method: SignInMethod
  readonly browser: string
}

/** Sessions of administrators in PostgreSQL. */
export interface AdministratorSessionStore {
  /** Undefined if the account changed, or the code or passkey was used meanwhile. */
  open(signIn: CheckedSignIn, nowMs: number): Promise<number | undefined>
  refuse(audit: OutboxEvent): Promise<void>
  /** Finds a session, and keeps it alive unless `prolongs` is false. */
  use(
    sessionKey: string,
    nowMs: number,
    options?: { readonly prolongs?: boolean },
  ): Promise<AdministratorSession | undefined>
  isOpen(sessionKey: string, nowMs: number): Promise<boolean>
  /** Proves an open session again; false if it has ended or the proof is not in force. */
  verify(sessionKey: string, proof: CheckedProof, nowMs: number): Promise<boolean>
  /** Lists open sessions, the one last used first. Without an administrator: all. */
  list(administratorId: number | undefined, nowMs: number): Promise<ListedSession[]>
  find(id: string, nowMs: number): Promise<ListedSession | undefined>
  /** False if the session has ended. */
  end(id: string, audit: OutboxEvent | undefined): Promise<boolean>
  /** False if the session has ended. */
  remove(sessionKey: string): Promise<boolean>
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
  player_id: number | null
  passkeys: number
  verified_at: Date
  recovered: boolean
}

interface ListedRow {
  session_id: string
  token_hash: string
  administrator_id: number
  name: string
  opened_at: Date
  last_used_at: Date
  expires_at: Date
  method: SignInMethod
  browser: string
}

const USE = `
SELECT administrator_id, opened_at, expires_at, name, role, child_safety, disabled, totp_secret IS NOT NULL AS totp_enabled,
  password_must_change, given_at, player_id, verified_at, recovered,
  (SELECT count(*)::int FROM passkeys WHERE passkeys.administrator_id = administrators.id) AS passkeys
FROM administrator_sessions JOIN administrators ON id = administrator_id
WHERE token_hash = $1 AND expires_at > $2 AND NOT disabled`

const LIST_MAX = 1_000
const LIST = `
SELECT session_id, token_hash, administrator_id, name, opened_at, last_used_at, expires_at,
  method, browser
FROM administrator_sessions JOIN administrators ON id = administrator_id
WHERE expires_at > $1 AND NOT disabled`

export function createAdministratorSessionStore(database: Database, life: SessionLife): AdministratorSessionStore {
  /** False while PostgreSQL takes no writes: reads still work. */
  async function prolong(sessionKey: string, row: Row, expiresAtMs: number, nowMs: number): Promise<boolean> {
    const written = database.query(
      `WITH prolonged AS (
         UPDATE administrator_sessions SET expires_at = greatest(expires_at, $2), last_used_at = greatest(last_used_at, $4)
         WHERE token_hash = $1
       )
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
        const { sessionKey, administratorId, method, browser } = signIn
        if (!(await useProof(tx, signIn, nowMs))) return undefined
        const expiresAtMs = sessionExpiry(nowMs, nowMs, life)
        await tx.query(
          `INSERT INTO administrator_sessions
             (token_hash, administrator_id, opened_at, verified_at, last_used_at, expires_at, method, browser, recovered)
           VALUES ($1, $2, $3, $3, $3, $4, $5, $6, $5 = 'recovery')`,
          [sessionKey, administratorId, new Date(nowMs), new Date(expiresAtMs), method, browser],
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
      return {
        sessionKey,
        administrator: ownerOf(row),
        verifiedAtMs: row.verified_at.getTime(),
        recovered: row.recovered,
        expiresAtMs: isProlonged ? prolonged : known.expiresAtMs,
      }
    },
    async isOpen(sessionKey, nowMs) {
      const { rowCount } = await database.query(
        'SELECT 1 FROM administrator_sessions WHERE token_hash = $1 AND expires_at > $2',
        [sessionKey, new Date(nowMs)],
      )
      return rowCount === 1
    },
    verify: (sessionKey, proof, nowMs) =>
      inTransaction(database, async (tx) => {
        if (!(await useProof(tx, proof, nowMs))) return false
        const { rowCount } = await tx.query(
          `UPDATE administrator_sessions SET verified_at = $3
           WHERE token_hash = $1 AND administrator_id = $2 AND expires_at > $3`,
          [sessionKey, proof.administratorId, new Date(nowMs)],
        )
        return rowCount === 1
      }),
    async list(administratorId, nowMs) {
      const { rows } = await database.query<ListedRow>(
        `${LIST} AND ($2::bigint IS NULL OR administrator_id = $2)
         ORDER BY last_used_at DESC, session_id LIMIT ${LIST_MAX}`,
        [new Date(nowMs), administratorId ?? null],
      )
      return rows.map(listedOf)
    },
    async find(id, nowMs) {
      const { rows } = await database.query<ListedRow>(`${LIST} AND session_id = $2`, [new Date(nowMs), id])
      return rows[0] && listedOf(rows[0])
    },
    end: (id, audit) =>
      inTransaction(database, async (tx) => {
        if (!(await endSessions(tx, 'session_id = $1', [id]))) return false
        if (audit) await insertEvent(tx, audit)
        return true
      }),
    remove: (sessionKey) => inTransaction(database, (tx) => endSessions(tx, 'token_hash = $1', [sessionKey])),
    async prune(nowMs) {
      await database.query('DELETE FROM administrator_sessions WHERE expires_at <= $1', [new Date(nowMs)])
    },
  }
}

export async function endSessionsOf(tx: Transaction, administratorId: number, exceptKey = ''): Promise<void> {
  await endSessions(tx, 'administrator_id = $1 AND token_hash <> $2', [administratorId, exceptKey])
}

/** Ends sessions with an event each, by which gateways end their streams. False if there are none. */
async function endSessions(tx: Transaction, condition: string, values: readonly unknown[]): Promise<boolean> {
  const { rows } = await tx.query<{ token_hash: string }>(
    `DELETE FROM administrator_sessions WHERE ${condition} RETURNING token_hash`,
    [...values],
  )
  for (const { token_hash: sessionKey } of rows) {
    const eventId = `session-ended:${sessionKey}`
    const payload = SessionEnded.encode({ eventId, sessionKey, accountId: 0, administrator: true }).finish()
    await insertEvent(tx, { subject: subjects.eventSessionEnded, eventId, payload })
  }
  return rows.length > 0
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
  passkeys: row.passkeys,
  playerId: row.player_id ?? undefined,
})

const listedOf = (row: ListedRow): ListedSession => ({
  id: row.session_id,
  sessionKey: row.token_hash,
  administratorId: row.administrator_id,
  administrator: row.name,
  openedAtMs: row.opened_at.getTime(),
  lastUsedAtMs: row.last_used_at.getTime(),
  expiresAtMs: row.expires_at.getTime(),
  method: row.method,
  browser: row.browser,
})
