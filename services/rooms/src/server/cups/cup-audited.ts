import { newId, type Administrator, type Call, type OutboxFact } from '@kla/chassis'
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
