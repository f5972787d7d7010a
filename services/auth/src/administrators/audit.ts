import { actId, type AuditActor, auditEvent, type Call, type OutboxEvent } from '@kla/chassis'

/** Makes the audit event of a changed administrator. `eventId` names a change that its request makes once. */
export type AuditEntry = (
  actor: AuditActor,
  subjectId: number,
  call: Pick<Call, 'requestId'>,
  action: AdministratorAction,
  details: Readonly<Record<string, unknown>>,
  eventId?: string,
) => OutboxEvent

/** Names a change by its request, so that a repeat finds its event. */
export const changeId = (
  action: AdministratorAction,
  actor: Pick<AuditActor, 'id'>,
  changed: number | string,
  call: Pick<Call, 'requestId'>,
): string => actId(`administrators.${action}`, actor, call, changed)

type AdministratorAction =
  | 'sign-in'
  | 'create'
  | 'update'
  | 'totp'
  | 'password'
  | 'passkey-add'
  | 'passkey-remove'
  | 'recovery-use'
  | 'recovery-renew'
  | 'session-end'
  | 'approval-ask'
  | 'approval-approve'

export const ENVIRONMENT: AuditActor = { id: 0, name: 'environment' }

export const createAuditEntry =
  (now: () => number): AuditEntry =>
  ({ id, name }, subjectId, { requestId }, action, details, eventId) =>
    auditEvent('auth', {
      eventId,
      atMs: now(),
      administrator: { id, name },
      action: `administrators.${action}`,
      subject: { kind: 'administrator', id: subjectId },
      details,
      requestId,
    })
