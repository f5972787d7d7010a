import { correctStanding } from './correct-standing.js'
import type { StandingsDependencies, StandingsHandlers } from './dependencies.js'
import { getStandings } from './get-standings.js'
import { listCorrections } from './list-corrections.js'
import { listStandings } from './list-standings.js'
import { reverseCorrection } from './reverse-correction.js'

export const createStandingsHandlers = (dependencies: StandingsDependencies): StandingsHandlers => ({
  getStandings: getStandings(dependencies),
  listStandings: listStandings(dependencies),
  listCorrections: listCorrections(dependencies),
  correctStanding: correctStanding(dependencies),
  reverseCorrection: reverseCorrection(dependencies),
})
