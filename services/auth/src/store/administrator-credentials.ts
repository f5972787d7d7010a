import { inTransaction, insertFact, type Database, type OutboxFact } from '@kla/chassis'
import { endSessionsOf } from './administrator-session-store.js'

export interface AdministratorCredentials {
  /**
   * Sets a password, with its audit entry, and ends the person's sessions but for one; false, and no change, if something
   * about the person has changed since `revision`.
   */
  setPassword(change: {
    id: number
    revision: number
    passwordHash: string
    /** It is the environment's. */
    given: boolean
    keptSession?: string
    audit: OutboxFact
  }): Promise<boolean>
  /** Lays a new secret beside, until it is confirmed; false if there is one in force. */
  layTotp(id: number, sealed: Buffer): Promise<boolean>
  /**
   * Puts the secret laid beside into force, with its audit entry, and ends the sessions that were opened without it but
   * for one; false, and no change, if it is no longer that one, or one is in force already.
   */
  confirmTotp(change: { id: number; sealed: Buffer; step: number; keptSession: string; audit: OutboxFact }): Promise<boolean>
}

export const createAdministratorCredentials = (database: Database): AdministratorCredentials => ({
  setPassword: ({ id, revision, passwordHash, given, keptSession, audit }) =>
    inTransaction(database, async (tx) => {
      const { rowCount } = await tx.query(
        `UPDATE administrators SET password_hash = $3, password_given = $4, password_must_change = false, revision = revision + 1
         WHERE id = $1 AND revision = $2`,
        [id, revision, passwordHash, given],
      )
      if (rowCount === 0) return false
      await endSessionsOf(tx, id, keptSession)
      await insertFact(tx, audit)
      return true
    }),

  async layTotp(id, sealed) {
    const { rowCount } = await database.query(
      'UPDATE administrators SET totp_pending = $2 WHERE id = $1::bigint AND totp_secret IS NULL',
      [id, sealed],
    )
    return rowCount === 1
  },

  confirmTotp: ({ id, sealed, step, keptSession, audit }) =>
    inTransaction(database, async (tx) => {
      const { rowCount } = await tx.query(
        `UPDATE administrators
         SET totp_secret = totp_pending, totp_pending = NULL, totp_last_step = $3, revision = revision + 1
         WHERE id = $1 AND totp_pending = $2 AND totp_secret IS NULL AND totp_last_step < $3`,
        [id, sealed, step],
      )
      if (rowCount === 0) return false
      await endSessionsOf(tx, id, keptSession)
      await insertFact(tx, audit)
      return true
    }),
})
