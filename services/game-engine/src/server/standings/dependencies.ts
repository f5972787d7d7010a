import type { Handlers } from '@kla/chassis'
import type { StandingsServiceService } from '@kla/proto'
import type { PublicNames } from '../../clients/public-names.js'
import type { AuditRecorder } from '../../store/audit-recorder.js'
import type { CorrectionStore } from '../../store/correction-store.js'
import type { StandingsStore } from '../../store/standings-store.js'

export type StandingsHandlers = Handlers<typeof StandingsServiceService>

/** What the RPCs about standings work with. */
export interface StandingsDependencies {
  readonly standings: StandingsStore
  readonly corrections: CorrectionStore
  readonly audit: AuditRecorder
  readonly publicNames: Pick<PublicNames, 'note'>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly newId: () => string
}
