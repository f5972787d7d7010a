import { implement, newId, type Database, type Implementation } from '@kla/chassis'
import { StandingsServiceService } from '@kla/proto'
import type { PublicNames } from './rooms-client.js'
import { createStandingsHandlers } from './rpc.js'
import { createAuditRecorder } from './audit.js'
import { createCorrectionStore } from './correction-store.js'
import { createStandingsStore } from './store.js'

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
