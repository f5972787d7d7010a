import type { Call } from '@kla/chassis'
import type { AuditEntry } from './audit.js'
import type { AdministratorSessionStore } from './session-store.js'
import type { AdministratorRecord } from './store.js'

/** Refusals of a known administrator: the caller knew the password, or holds the passkey. */
export const REFUSED_STAGES = [
  'disabled',
  'code-missing',
  'passkey-missing',
  'wrong-code',
  'copied-passkey',
  'overtaken',
] as const
export type RefusedStage = (typeof REFUSED_STAGES)[number]

/** What recording refusals needs. */
export interface RefusalDeps {
  readonly sessions: Pick<AdministratorSessionStore, 'refuse'>
  readonly auditEntry: AuditEntry
  readonly onSignIn: (outcome: RefusedStage) => void
}

/** Returns what audits and counts a refusal. `more`: further details of the audit entry. */
export const createRefusals =
  ({ sessions, auditEntry, onSignIn }: RefusalDeps) =>
  async (
    found: AdministratorRecord,
    call: Pick<Call, 'log' | 'requestId'>,
    stage: RefusedStage,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    if (stage === 'copied-passkey') {
      call.log.warn({ administratorId: found.id }, "a passkey's counter went back: it may have been copied")
    }
    await sessions.refuse(auditEntry(found, found.id, call, 'sign-in', { outcome: 'refused', stage, ...more }))
    onSignIn(stage)
  }
