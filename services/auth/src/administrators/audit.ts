import { type Call, newId, type OutboxEvent } from '@kla/chassis'
import { type Audited, auditEvent } from '../shared/audit.js'

/** Makes the audit event of a changed administrator. */
export type AuditEntry = (
  actor: Audited['administrator'],
  subjectId: number,
  call: Pick<Call, 'requestId'>,
  action: AdministratorAction,
  details: Readonly<Record<string, unknown>>,
) => OutboxEvent

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

export const ENVIRONMENT: Audited['administrator'] = { id: 0, name: 'environment' }

export const createAuditEntry =
  (now: () => number): AuditEntry =>
  ({ id, name }, subjectId, { requestId }, action, details) =>
    auditEvent({
      eventId: newId(),
      atMs: now(),
      administrator: { id, name },
      action: `administrators.${action}`,
      subject: { kind: 'administrator', id: String(subjectId) },
      details,
      requestId,
    })
