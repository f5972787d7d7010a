import { type Administrator, type Call, type Database, type Handlers, newId, type OutboxEvent } from '@kla/chassis'
import { AuditRecorded, type EvidenceServiceService, subjects } from '@kla/proto'

/** Database or transaction to read from. */
export type Reader = Pick<Database, 'query'>

export type EvidenceHandlers = Handlers<EvidenceServiceService>

export type AuditAction = 'evidence.ask' | 'evidence.approve' | 'evidence.open' | 'evidence.look'

/** A report that an audit entry names. */
export interface AuditedReport {
  readonly reportId: number
  /** Hides the entry from those who see no such reports. */
  readonly grave: boolean
}

export type AuditDetails = Readonly<Record<string, string | number>>

/** Stored with the change, before the answer. Details never have content. */
export type AuditEvent = (action: AuditAction, report: AuditedReport, details: AuditDetails) => OutboxEvent

export const auditedBy =
  ({ id, name }: Administrator, { requestId }: Pick<Call, 'requestId'>, nowMs: number): AuditEvent =>
  (action, { reportId, grave }, details) => {
    const eventId = newId()
    const payload = AuditRecorded.encode({
      eventId,
      atMs: nowMs,
      actorId: id,
      actor: name,
      action,
      requestId,
      subjectKind: 'report',
      subjectId: String(reportId),
      details: JSON.stringify({ ...details, ...(grave ? { grave } : {}) }),
    }).finish()
    return { subject: subjects.eventAuditRecorded('evidence'), eventId, payload }
  }
