import { inTransaction, type Database } from '@kla/chassis'
import type { AuditEntry } from '../domain/audit/entry.js'
import { appendAudit } from './audit-log.js'

/** What other services tell of administrators. */
export interface AuditInbox {
  /** Writes entries down, all or none; a fact that is there already is passed over. */
  append(entries: readonly AuditEntry[]): Promise<void>
  /** Keeps what could not be read. */
  setAside(sha256: Uint8Array, payload: Uint8Array): Promise<void>
}

export const createAuditInbox = (database: Database): AuditInbox => ({
  append: (entries) => inTransaction(database, (tx) => appendAudit(tx, entries)),

  async setAside(sha256, payload) {
    await database.query('INSERT INTO audit_unreadable (sha256, payload) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      sha256,
      payload,
    ])
  },
})
