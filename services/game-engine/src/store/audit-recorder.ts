import { inTransaction, insertFact, newId, type Administrator, type Call, type Database } from '@kla/chassis'
import { auditFact } from '../events/audit-fact.js'

/** Writes down what changes nothing: reads of personal data. */
export interface AuditRecorder {
  /** To be awaited before what was read is answered. */
  record(
    administrator: Administrator,
    call: Pick<Call, 'requestId'>,
    read: {
      readonly action: string
      /** Whose, where one account was asked for. */
      readonly accountId?: number
      readonly details: Readonly<Record<string, unknown>>
    },
  ): Promise<void>
}

export const createAuditRecorder = (database: Database, now: () => number): AuditRecorder => ({
  record: (administrator, { requestId }, read) =>
    inTransaction(database, (tx) =>
      insertFact(tx, auditFact({ factId: newId(), atMs: now(), administrator, requestId, ...read })),
    ),
})
