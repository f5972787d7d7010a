import { type Call, newId, type OutboxEvent } from '@kla/chassis'
import { type Audited, auditEvent } from '../shared/audit.js'

/** Makes the audit event of a changed administrator. `eventId` names a change that its request makes once. */
export type AuditEntry = (
  actor: Audited['administrator'],
  subjectId: number,
  call: Pick<Call, 'requestId'>,
  action: AdministratorAction,
  details: Readonly<Record<string, unknown>>,
  eventId?: string,
) => OutboxEvent

/** Names a change by its request, so that a repeat finds its event. */
export const changeId = (
  action: AdministratorAction,
  actor: Pick<Audited['administrator'], 'id'>,
  changed: number | string,
  { requestId }: Pick<Call, 'requestId'>,
): string => `administrators.${action}:${actor.id}:${changed}:${requestId}`

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
  ({ id, name }, subjectId, { requestId }, action, details, eventId = newId()) =>
    auditEvent({
      eventId,
      atMs: now(),
      administrator: { id, name },
      action: `administrators.${action}`,
      subject: { kind: 'administrator', id: String(subjectId) },
      details,
      requestId,
    })
