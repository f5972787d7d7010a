import {
  type AuditActor,
  auditEvent,
  type Call,
  type Database,
  insertEventOnce,
  inTransaction,
  type OutboxEvent,
} from '@kla/chassis'

/** Administrator and request to audit. */
export interface AuditedBy {
  readonly administrator: AuditActor
  readonly call: Pick<Call, 'requestId'>
  readonly atMs: number
  /** A new one unless given, as for an act that is recorded once. */
  readonly eventId?: string
}

type CupAction = `cups.${string}`
type Details = Readonly<Record<string, unknown>>

/** Creates an audit event without free-text reasons. */
export const cupAudited = (action: CupAction, cupId: string, details: Details, by: AuditedBy): OutboxEvent =>
  audited({ action, subject: { kind: 'cup', id: cupId }, details }, by)

/** Creates the audit event of a list that is about to be exported. */
export const cupsExported = (details: Details, by: AuditedBy): OutboxEvent =>
  audited({ action: 'cups.export', details }, by)

const audited = (
  act: Pick<Parameters<typeof auditEvent>[1], 'action' | 'subject' | 'details'>,
  { call: { requestId }, ...by }: AuditedBy,
): OutboxEvent => auditEvent('rooms', { ...act, ...by, requestId })

/** Records an event in the outbox, once for each id. */
export type RecordEvent = (event: OutboxEvent) => Promise<void>

export const createEventRecorder =
  (database: Database): RecordEvent =>
  (event) =>
    inTransaction(database, (tx) => insertEventOnce(tx, event))
