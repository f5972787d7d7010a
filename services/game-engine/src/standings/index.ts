import {
  createAuditRecorder,
  createRecordPersonView,
  type Database,
  implement,
  type Implementation,
} from '@kla/chassis'
import { StandingsServiceService } from '@kla/proto'
import type { Outcome, Results } from '../battle/index.js'
import { createBattlesOf } from './battles-of.js'
import { createCorrectionStore } from './correction-store.js'
import { createResultStore } from './result-store.js'
import type { PublicNames } from './rooms-client.js'
import { standingsHandlers } from './rpc.js'
import { createStandingsStore } from './store.js'

export { createStandingsRebuild } from './rebuild-store.js'
export { createPublicNames } from './rooms-client.js'
export type { Mistake } from './rules/check.js'

export interface StandingsDeps {
  readonly database: Database
  readonly publicNames: PublicNames
  readonly now: () => number
}

/** Results and leaderboards, for the other modules. */
export interface Standings {
  readonly implementation: Implementation
  readonly recordOutcome: (outcome: Outcome) => Promise<void>
  readonly results: Results
}

/** Creates the module of results, leaderboards and corrections. */
export function createStandings({ database, publicNames, now }: StandingsDeps): Standings {
  const handlers = standingsHandlers({
    standings: createStandingsStore(database),
    corrections: createCorrectionStore(database),
    audit: createAuditRecorder(database, 'game-engine', now),
    battlesOf: createBattlesOf(database),
    recordPersonView: createRecordPersonView(database, 'game-engine', now),
    publicNames,
    now,
  })
  const results = createResultStore(database)
  return {
    implementation: implement(StandingsServiceService, handlers),
    recordOutcome: results.record,
    results,
  }
}
