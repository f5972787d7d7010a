import { type Database, insertEvent, inTransaction, type OutboxEvent, type Transaction } from '@kla/chassis'
import type { AdministratorRole } from '@kla/proto/web'
import type { Administrator, Approvers } from './rules/administrator.js'
import type { CredentialGrant } from './rules/independence.js'

/** Administrator as stored, with credentials. */
export interface AdministratorRecord extends Administrator {
  readonly passwordHash: string
  readonly passwordGiven: boolean
  readonly totpSecret: Buffer | null
  readonly totpPending: Buffer | null
  readonly totpLastStep: number
  /** Rises with changes that must fail concurrent sign-ins. */
  readonly revision: number
  readonly createdAtMs: number
  readonly lastSeenAtMs: number
  /** Time when someone else last set credentials or trusted rights; 0 for a founder. */
  readonly givenAtMs: number
  /** Random UUID by which passkeys know their owner. */
  readonly passkeyHandle: string
}

/** An administrator to create; the password is hashed. */
export interface NewAdministrator {
  readonly name: string
  readonly passwordHash: string
  readonly passwordGiven: boolean
  readonly role: AdministratorRole
  readonly childSafety: boolean
}

/** Reads administrators, and creates founders. */
export interface AdministratorStore {
  approvers(tx: Transaction): Promise<Approvers>
  list(reader?: Pick<Database, 'query'>): Promise<AdministratorRecord[]>
  find(id: number): Promise<AdministratorRecord | undefined>
  isAccount(playerId: number): Promise<boolean>
  findByName(name: string): Promise<AdministratorRecord | undefined>
  credentialGrants(reader?: Pick<Database, 'query'>): Promise<CredentialGrant[]>
  createFounder(given: NewAdministrator, audit: (id: number) => OutboxEvent): Promise<AdministratorRecord | undefined>
}

const LIST_MAX = 1_000

/** Row of an administrator in PostgreSQL. */
export interface AdministratorRow {
  id: number
  name: string
  password_hash: string
  password_given: boolean
  password_must_change: boolean
  role: AdministratorRole
  child_safety: boolean
  disabled: boolean
  totp_secret: Buffer | null
  totp_pending: Buffer | null
  totp_last_step: number
  revision: number
  created_at: Date
  last_seen_at: Date | null
  given_at: Date | null
  passkey_handle: string
  player_id: number | null
  passkeys: number
}

export const ADMINISTRATOR_COLUMNS = `id, name, password_hash, password_given, password_must_change, role, child_safety, disabled,
  totp_secret, totp_pending, totp_last_step, revision, created_at, last_seen_at, given_at, passkey_handle, player_id,
  (SELECT count(*)::int FROM passkeys WHERE passkeys.administrator_id = administrators.id) AS passkeys`

export const createAdministratorStore = (database: Database): AdministratorStore => {
  async function one(where: string, value: string | number): Promise<AdministratorRecord | undefined> {
    const { rows } = await database.query<AdministratorRow>(
      `SELECT ${ADMINISTRATOR_COLUMNS} FROM administrators WHERE ${where}`,
      [value],
    )
    return rows[0] && administratorOf(rows[0])
  }
  return {
    approvers: async (tx) => approversOf(await lockApprovers(tx)),
    async list(reader = database) {
      const { rows } = await reader.query<AdministratorRow>(
        `SELECT ${ADMINISTRATOR_COLUMNS} FROM administrators ORDER BY name LIMIT ${LIST_MAX}`,
      )
      return rows.map(administratorOf)
    },
    find: (id) => one('id = $1::bigint', id),
    async isAccount(playerId) {
      const { rowCount } = await database.query('SELECT FROM accounts WHERE id = $1::bigint', [playerId])
      return rowCount === 1
    },
    findByName: (name) => one('name = $1', name),
    credentialGrants: (reader = database) => credentialGrantsOf(reader),
    createFounder: (given, audit) => inTransaction(database, (tx) => insertAdministrator(tx, given, audit, null)),
  }
}

/** Undefined if the name is taken. */
export async function insertAdministrator(
  tx: Transaction,
  { name, passwordHash, passwordGiven, role, childSafety }: NewAdministrator,
  audit: (id: number) => OutboxEvent,
  by: { readonly id: number; readonly nowMs: number } | null,
): Promise<AdministratorRecord | undefined> {
  const { rows } = await tx.query<AdministratorRow>(
    `INSERT INTO administrators (name, password_hash, password_given, password_must_change, role, child_safety, given_at)
     VALUES ($1, $2, $3, NOT $3, $4, $5, $6)
     ON CONFLICT (name) DO NOTHING RETURNING ${ADMINISTRATOR_COLUMNS}`,
    [name, passwordHash, passwordGiven, role, childSafety, by && new Date(by.nowMs)],
  )
  const row = rows[0]
  if (!row) return undefined
  if (by) await addCredentialGrant(tx, row.id, by)
  await insertEvent(tx, audit(row.id))
  return administratorOf(row)
}

export const addCredentialGrant = (tx: Transaction, id: number, by: { readonly id: number; readonly nowMs: number }) =>
  tx.query(
    `INSERT INTO administrator_makers (administrator_id, maker_id, in_force, at) VALUES ($1, $2, true, $3)
     ON CONFLICT (administrator_id, maker_id) DO UPDATE SET in_force = true, at = excluded.at`,
    [id, by.id, new Date(by.nowMs)],
  )

async function credentialGrantsOf(reader: Pick<Database, 'query'>): Promise<CredentialGrant[]> {
  const { rows } = await reader.query<CredentialGrant>(
    `SELECT administrator_id AS "administratorId", maker_id AS "makerId", in_force AS "inForce" FROM administrator_makers`,
  )
  return rows
}

/** Locks in order of id, which avoids deadlocks. */
export async function lockApprovers(tx: Transaction, id?: number): Promise<AdministratorRecord[]> {
  const { rows } = await tx.query<AdministratorRow>(
    `SELECT ${ADMINISTRATOR_COLUMNS} FROM administrators
     WHERE id = $1::bigint OR (role = 'owner' AND NOT disabled) OR (child_safety AND NOT disabled)
     ORDER BY id FOR UPDATE`,
    [id ?? null],
  )
  return rows.map(administratorOf)
}

export const approversOf = (locked: readonly AdministratorRecord[]): Approvers => ({
  owners: locked.filter(({ role, disabled }) => role === 'owner' && !disabled).map(({ id }) => id),
  holders: locked.filter(({ childSafety, disabled }) => childSafety && !disabled).map(({ id }) => id),
})

export const administratorOf = (row: AdministratorRow): AdministratorRecord => ({
  id: row.id,
  name: row.name,
  role: row.role,
  childSafety: row.child_safety,
  disabled: row.disabled,
  totpEnabled: row.totp_secret !== null,
  passwordMustChange: row.password_must_change,
  passwordHash: row.password_hash,
  passwordGiven: row.password_given,
  totpSecret: row.totp_secret,
  totpPending: row.totp_pending,
  totpLastStep: row.totp_last_step,
  revision: row.revision,
  createdAtMs: row.created_at.getTime(),
  lastSeenAtMs: row.last_seen_at?.getTime() ?? 0,
  givenAtMs: row.given_at?.getTime() ?? 0,
  passkeyHandle: row.passkey_handle,
  playerId: row.player_id ?? undefined,
  passkeys: row.passkeys,
})
