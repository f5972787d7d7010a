import {
  type AuditActor,
  auditEvent,
  type Call,
  type Database,
  type Handlers,
  type OutboxEvent,
  viewId,
} from '@kla/chassis'
import type { EvidenceServiceService } from '@kla/proto'

/** Database or transaction to read from. */
export type Reader = Pick<Database, 'query'>

export type EvidenceHandlers = Handlers<EvidenceServiceService>

export type AuditAction = 'evidence.read' | 'evidence.ask' | 'evidence.approve' | 'evidence.open' | 'evidence.look'

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
  (administrator: AuditActor, { requestId }: Pick<Call, 'requestId'>, atMs: number): AuditEvent =>
  (action, { reportId, grave }, details) =>
    auditEvent('evidence', {
      ...{ atMs, administrator, action, requestId },
      ...(action === 'evidence.read' && { eventId: viewId(action, administrator, [reportId, grave], atMs) }),
      subject: { kind: 'report', id: reportId },
      details: { ...details, ...(grave && { grave }) },
    })
