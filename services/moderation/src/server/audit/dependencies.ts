import type { VerifyStretch } from '../../audit/verify-stretch.js'
import type { AuditPages } from '../../store/audit-pages.js'
import type { AuditRecorder } from '../../store/audit-recorder.js'

/** What the RPCs of the audit log work with. */
export interface AuditDependencies {
  readonly pages: AuditPages
  readonly verify: VerifyStretch
  readonly audit: AuditRecorder
  /** Unix milliseconds. */
  readonly now: () => number
}
