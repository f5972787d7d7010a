import { type Database, insertEvent, inTransaction, isStored, type OutboxEvent, type Transaction } from '@kla/chassis'
import { PASSKEYS_MAX } from '@kla/proto/web'
import { endSessionsOf } from './session-store.js'

/** Public half of a passkey, as its authenticator gave it. */
export interface NewPasskey {
  readonly credentialId: Buffer
  /** COSE key. */
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  /** True if its provider keeps copies of it. */
  readonly synced: boolean
}

/** Passkey as stored. */
export interface PasskeyRecord extends NewPasskey {
  readonly id: string
  readonly administratorId: number
  readonly name: string
  readonly createdAtMs: number
  /** 0: never. */
  readonly lastUsedAtMs: number
}

/** Administrator who changes its own passkeys, in an open session. */
export interface PasskeyOwner {
  readonly administratorId: number
  readonly sessionKey: string
}

interface Added {
  readonly passkey: PasskeyRecord
  readonly codesStored: boolean
}

interface AddRefusal {
  readonly refused: 'CONFLICT' | 'PASSKEYS_FULL' | 'PASSKEY_INVALID'
}

/** Passkeys and recovery codes in PostgreSQL. */
export interface PasskeyStore {
  /** Newest first. */
  list(administratorId: number): Promise<PasskeyRecord[]>
  findByCredential(credentialId: Buffer): Promise<PasskeyRecord | undefined>
  codesLeft(administratorId: number): Promise<number>
  hasCode(administratorId: number, codeHash: Buffer): Promise<boolean>
  /**
   * Stores a passkey. With the first one it stores the codes, and ends the other sessions: they may have been opened by
   * the password alone. `codesStored`: whether they are the ones in force.
   */
  add(
    owner: PasskeyOwner & { readonly revision: number },
    added: {
      readonly id: string
      readonly name: string
      readonly passkey: NewPasskey
      readonly codeHashes: readonly Buffer[]
      readonly audit: OutboxEvent
    },
    nowMs: number,
  ): Promise<Added | AddRefusal>
  /** Ends the other sessions. `mustKeepOne`: refuses to remove the last one. A repeat finds its audit event. */
  remove(
    owner: PasskeyOwner,
    removed: { readonly id: string; readonly mustKeepOne: boolean; readonly audit: OutboxEvent },
  ): Promise<'removed' | 'PASSKEY_NOT_FOUND' | 'LAST_PASSKEY'>
  /** False without a passkey. */
  renewCodes(administratorId: number, codeHashes: readonly Buffer[], audit: OutboxEvent): Promise<boolean>
}

interface Row {
  id: string
  administrator_id: number
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  synced: boolean
  name: string
  created_at: Date
  last_used_at: Date | null
}

const COLUMNS = `id, administrator_id, credential_id, public_key, counter, transports, synced, name, created_at, last_used_at`

export const createPasskeyStore = (database: Database): PasskeyStore => ({
  async list(administratorId) {
    const { rows } = await database.query<Row>(
      `SELECT ${COLUMNS} FROM passkeys WHERE administrator_id = $1 ORDER BY created_at DESC, id`,
      [administratorId],
    )
    return rows.map(passkeyOf)
  },

  async findByCredential(credentialId) {
    const { rows } = await database.query<Row>(`SELECT ${COLUMNS} FROM passkeys WHERE credential_id = $1`, [
      credentialId,
    ])
    return rows[0] && passkeyOf(rows[0])
  },

  async codesLeft(administratorId) {
    const { rows } = await database.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM recovery_codes WHERE administrator_id = $1 AND used_at IS NULL',
      [administratorId],
    )
    return rows[0]!.left
  },

  async hasCode(administratorId, codeHash) {
    const { rowCount } = await database.query(
      'SELECT 1 FROM recovery_codes WHERE administrator_id = $1 AND code_hash = $2 AND used_at IS NULL',
      [administratorId, codeHash],
    )
    return rowCount === 1
  },

  add: ({ administratorId, sessionKey, revision }, { id, name, passkey, codeHashes, audit }, nowMs) =>
    inTransaction<Added | AddRefusal>(database, async (tx) => {
      // Refuses options made before another change of the credentials.
      if ((await lockedRevision(tx, administratorId)) !== revision) return { refused: 'CONFLICT' }
      const known = await countOf(tx, administratorId)
      if (known >= PASSKEYS_MAX) return { refused: 'PASSKEYS_FULL' }
      const { credentialId, publicKey, counter, transports, synced } = passkey
      const { rows } = await tx.query<Row>(
        `INSERT INTO passkeys (id, administrator_id, credential_id, public_key, counter, transports, synced, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (credential_id) DO NOTHING RETURNING ${COLUMNS}`,
        [id, administratorId, credentialId, publicKey, counter, transports, synced, name, new Date(nowMs)],
      )
      if (!rows[0]) return { refused: 'PASSKEY_INVALID' }
      if (known === 0) {
        await replaceCodes(tx, administratorId, codeHashes)
        await endSessionsOf(tx, administratorId, sessionKey)
      }
      await raiseRevision(tx, administratorId)
      await tx.query('UPDATE administrator_sessions SET recovered = false WHERE token_hash = $1', [sessionKey])
      await insertEvent(tx, audit)
      return { passkey: passkeyOf(rows[0]), codesStored: known === 0 }
    }),

  remove: ({ administratorId, sessionKey }, { id, mustKeepOne, audit }) =>
    inTransaction(database, async (tx) => {
      await lockedRevision(tx, administratorId)
      const { rowCount } = await tx.query('SELECT 1 FROM passkeys WHERE id = $1 AND administrator_id = $2', [
        id,
        administratorId,
      ])
      if (rowCount === 0) return (await isStored(tx, audit.eventId)) ? 'removed' : 'PASSKEY_NOT_FOUND'
      const isLast = (await countOf(tx, administratorId)) === 1
      if (isLast && mustKeepOne) return 'LAST_PASSKEY'
      await tx.query('DELETE FROM passkeys WHERE id = $1', [id])
      if (isLast) await replaceCodes(tx, administratorId, [])
      await raiseRevision(tx, administratorId)
      await endSessionsOf(tx, administratorId, sessionKey)
      await insertEvent(tx, audit)
      return 'removed'
    }),

  renewCodes: (administratorId, codeHashes, audit) =>
    inTransaction(database, async (tx) => {
      await lockedRevision(tx, administratorId)
      if ((await countOf(tx, administratorId)) === 0) return false
      await raiseRevision(tx, administratorId)
      await replaceCodes(tx, administratorId, codeHashes)
      await insertEvent(tx, audit)
      return true
    }),
})

async function lockedRevision(tx: Transaction, administratorId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ revision: number }>(
    'SELECT revision FROM administrators WHERE id = $1 AND NOT disabled FOR UPDATE',
    [administratorId],
  )
  return rows[0]?.revision
}

const raiseRevision = (tx: Transaction, administratorId: number) =>
  tx.query('UPDATE administrators SET revision = revision + 1 WHERE id = $1', [administratorId])

async function countOf(tx: Transaction, administratorId: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM passkeys WHERE administrator_id = $1',
    [administratorId],
  )
  return rows[0]!.count
}

async function replaceCodes(tx: Transaction, administratorId: number, codeHashes: readonly Buffer[]): Promise<void> {
  await tx.query('DELETE FROM recovery_codes WHERE administrator_id = $1', [administratorId])
  await tx.query('INSERT INTO recovery_codes (administrator_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    administratorId,
    codeHashes,
  ])
}

/** Removes passkeys and recovery codes of an administrator. */
export async function removeAllPasskeys(tx: Transaction, administratorId: number): Promise<void> {
  await tx.query('DELETE FROM passkeys WHERE administrator_id = $1', [administratorId])
  await replaceCodes(tx, administratorId, [])
}

const passkeyOf = (row: Row): PasskeyRecord => ({
  id: row.id,
  administratorId: row.administrator_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports,
  synced: row.synced,
  name: row.name,
  createdAtMs: row.created_at.getTime(),
  lastUsedAtMs: row.last_used_at?.getTime() ?? 0,
})
