import { newId, type Call, type OutboxFact } from '@kla/chassis'
import { auditFact, type Audited } from '../shared/audit.js'

/** What an administrator, or a deployment, did to an administrator, for the audit log. */
export type AdministratorFact = (
  actor: Audited['administrator'],
  subjectId: number,
  call: Pick<Call, 'requestId'>,
  action: 'sign-in' | 'create' | 'update' | 'totp' | 'password' | 'approval-ask' | 'approval-approve',
  details: Readonly<Record<string, unknown>>,
) => OutboxFact

/** Who acts when nobody does: an account in the environment of the service. */
export const ENVIRONMENT: Audited['administrator'] = { id: 0, name: 'environment' }

export const createAdministratorFact =
  (now: () => number): AdministratorFact =>
  ({ id, name }, subjectId, { requestId }, action, details) =>
    auditFact({
      factId: newId(),
      atMs: now(),
      administrator: { id, name },
      action: `administrators.${action}`,
      subject: { kind: 'administrator', id: String(subjectId) },
      details,
      requestId,
    })
