import { implement, newId, type Database, type Implementation } from '@kla/chassis'
import { StandingsServiceService } from '@kla/proto'
import type { PublicNames } from './clients/public-names.js'
import { createStandingsHandlers } from './server/standings/handlers.js'
import { createAuditRecorder } from './store/audit-recorder.js'
import { createCorrectionStore } from './store/correction-store.js'
import { createStandingsStore } from './store/standings-store.js'

/** The RPCs about standings. `now`: Unix milliseconds. */
export const composeStandings = (database: Database, publicNames: PublicNames, now: () => number): Implementation =>
  implement(
    StandingsServiceService,
    createStandingsHandlers({
      standings: createStandingsStore(database),
      corrections: createCorrectionStore(database),
      audit: createAuditRecorder(database, now),
      publicNames,
      now,
      newId,
    }),
  )
