import { type Administrator, type Call, type Database, insertFact, inTransaction, newId, type OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'

/** Tells the audit log what an administrator did with a cup. Reasons stay in the cup. `atMs`: Unix milliseconds. */
export function cupAudited(
  action: `cups.${string}`,
  cupId: string,
  details: Readonly<Record<string, unknown>>,
  by: { readonly administrator: Pick<Administrator, 'id' | 'name'>; readonly call: Pick<Call, 'requestId'>; readonly atMs: number },
): OutboxFact {
  const factId = newId()
  const payload = AuditRecorded.encode({
    ...{ factId, action, atMs: by.atMs, requestId: by.call.requestId },
    actorId: by.administrator.id,
    actor: by.administrator.name,
    subjectKind: 'cup',
    subjectId: cupId,
    details: JSON.stringify(details),
  }).finish()
  return { subject: subjects.factAuditRecorded('rooms'), factId, payload }
}

/** Lays a fact in the outbox that tells of no change here. */
export type RecordFact = (fact: OutboxFact) => Promise<void>

export const createFactRecorder =
  (database: Database): RecordFact =>
  (fact) =>
    inTransaction(database, (tx) => insertFact(tx, fact))
