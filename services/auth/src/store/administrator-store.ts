import { inTransaction, insertFact, type Database, type OutboxFact } from '@kla/chassis'
import type { AdministratorRole } from '@kla/proto/web'
import type { Administrator } from '../domain/administrator.js'

/** An administrator with what a sign-in is checked against. */
export interface AdministratorRecord extends Administrator {
  readonly passwordHash: string
  /** The password is the environment's, not one of the person's own. */
  readonly passwordGiven: boolean
  /** Encrypted; nothing when there is none. */
  readonly totpSecret: Buffer | null
  readonly totpPending: Buffer | null
  readonly totpLastStep: number
  /** Rises with whatever a sign-in under way has to notice. */
  readonly revision: number
  readonly createdAtMs: number
  /** 0: never. */
  readonly lastSeenAtMs: number
}

export interface NewAdministrator {
  readonly name: string
  readonly passwordHash: string
  readonly passwordGiven: boolean
  readonly role: AdministratorRole
  readonly childSafety: boolean
}

export interface AdministratorStore {
  /** Everybody, by name. Administrators are few. */
  list(): Promise<AdministratorRecord[]>
  find(id: number): Promise<AdministratorRecord | undefined>
  findByName(name: string): Promise<AdministratorRecord | undefined>
  /** The ids of those who have child safety and are not disabled. */
  childSafetyHolders(): Promise<number[]>
  /** With its audit entry; nothing, and no change, if the name is taken. */
  create(given: NewAdministrator, audit: (id: number) => OutboxFact): Promise<AdministratorRecord | undefined>
}

// Far above what there will ever be.
const LIST_MAX = 1_000

export interface AdministratorRow {
  id: number
  name: string
  password_hash: string
  password_given: boolean
  role: AdministratorRole
  child_safety: boolean
  disabled: boolean
  totp_secret: Buffer | null
  totp_pending: Buffer | null
  totp_last_step: number
  revision: number
  created_at: Date
  last_seen_at: Date | null
}

export const ADMINISTRATOR_COLUMNS = `id, name, password_hash, password_given, role, child_safety, disabled,
  totp_secret, totp_pending, totp_last_step, revision, created_at, last_seen_at`

export const createAdministratorStore = (database: Database): AdministratorStore => {
  async function one(where: string, value: string | number): Promise<AdministratorRecord | undefined> {
    const { rows } = await database.query<AdministratorRow>(
      `SELECT ${ADMINISTRATOR_COLUMNS} FROM administrators WHERE ${where}`,
      [value],
    )
    return rows[0] && administratorOf(rows[0])
  }
  return {
    async list() {
      const { rows } = await database.query<AdministratorRow>(
        `SELECT ${ADMINISTRATOR_COLUMNS} FROM administrators ORDER BY name LIMIT ${LIST_MAX}`,
      )
      return rows.map(administratorOf)
    },
    find: (id) => one('id = $1::bigint', id),
    findByName: (name) => one('name = $1', name),
    async childSafetyHolders() {
      const { rows } = await database.query<{ id: number }>(
        `SELECT id FROM administrators WHERE child_safety AND NOT disabled LIMIT ${LIST_MAX}`,
      )
      return rows.map(({ id }) => id)
    },
    create: (given, audit) =>
      inTransaction(database, async (tx) => {
        const { rows } = await tx.query<AdministratorRow>(
          `INSERT INTO administrators (name, password_hash, password_given, role, child_safety) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (name) DO NOTHING RETURNING ${ADMINISTRATOR_COLUMNS}`,
          [given.name, given.passwordHash, given.passwordGiven, given.role, given.childSafety],
        )
        const row = rows[0]
        if (!row) return undefined
        await insertFact(tx, audit(row.id))
        return administratorOf(row)
      }),
  }
}

export const administratorOf = (row: AdministratorRow): AdministratorRecord => ({
  id: row.id,
  name: row.name,
  role: row.role,
  childSafety: row.child_safety,
  disabled: row.disabled,
  totpEnabled: row.totp_secret !== null,
  passwordHash: row.password_hash,
  passwordGiven: row.password_given,
  totpSecret: row.totp_secret,
  totpPending: row.totp_pending,
  totpLastStep: row.totp_last_step,
  revision: row.revision,
  createdAtMs: row.created_at.getTime(),
  lastSeenAtMs: row.last_seen_at?.getTime() ?? 0,
})
