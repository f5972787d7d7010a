import type { Administrator } from '@kla/chassis'
import type { Permission } from '@kla/proto/web'
import type { Accounts } from '../../clients/accounts.js'
import type { Meetings } from '../../clients/meetings.js'
import type { Retention } from '../../domain/retention.js'
import type { AuditRecorder } from '../../store/audit-recorder.js'
import type { ReportChanges } from '../../store/report-changes.js'
import type { ReportDeletions } from '../../store/report-deletions.js'
import type { ReportIntake } from '../../store/report-intake.js'
import type { ReportRate } from '../../store/report-rate.js'
import type { Sight } from '../../store/report-rows.js'
import type { ReportStore } from '../../store/report-store.js'
import type { TranscriptStore } from '../../store/transcript-store.js'
import type { TakeContext } from '../../transcript/take-context.js'

/** What the RPCs about reports work with. */
export interface ReportParts {
  readonly reports: ReportStore
  readonly intake: ReportIntake
  readonly changes: ReportChanges
  readonly deletions: ReportDeletions
  readonly rate: ReportRate
  readonly transcripts: TranscriptStore
  readonly meetings: Meetings
  readonly takeContext: TakeContext
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly retention: Retention
  /** Unix milliseconds. */
  readonly now: () => number
}

const GRAVE: Permission = 'reports.grave'

/** Which reports are there for an administrator. */
export const sightOf = ({ permissions }: Administrator): Sight => ({ grave: permissions.includes(GRAVE) })
