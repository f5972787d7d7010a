import { inTransaction, type Database } from '@kla/chassis'
import type { AuditEntry } from '../domain/audit/entry.js'
import { appendAudit } from './audit-log.js'

/** Writes down what changes nothing: reads of personal data. */
export interface AuditRecorder {
  /** To be awaited before what was read is answered. */
  record(entry: AuditEntry): Promise<void>
}

export const createAuditRecorder = (database: Database): AuditRecorder => ({
  record: (entry) => inTransaction(database, (tx) => appendAudit(tx, [entry])),
})
