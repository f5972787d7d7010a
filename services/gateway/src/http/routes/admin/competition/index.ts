import { addEntry } from './add-entry.js'
import { cancelCup } from './cancel-cup.js'
import { correctStanding } from './correct-standing.js'
import { createCup } from './create-cup.js'
import { deleteSeason } from './delete-season.js'
import { getCup } from './get-cup.js'
import { judgeTie } from './judge-tie.js'
import { listCorrections } from './list-corrections.js'
import { listAllCups } from './list-cups.js'
import { listSeasons } from './list-seasons.js'
import { listStandings } from './list-standings.js'
import { listTies } from './list-ties.js'
import { publishSeason } from './publish-season.js'
import { putSeason } from './put-season.js'
import { removeEntry } from './remove-entry.js'
import { reverseCorrection } from './reverse-correction.js'
import { seedCup } from './seed-cup.js'
import { startCup } from './start-cup.js'
import { updateCup } from './update-cup.js'
import { watchTie } from './watch-tie.js'

/** The calls of the console about standings, cups and the battle pass. */
export const COMPETITION_CONSOLE_ROUTES = [
  listStandings,
  listCorrections,
  correctStanding,
  reverseCorrection,
  listAllCups,
  createCup,
  getCup,
  updateCup,
  startCup,
  cancelCup,
  addEntry,
  removeEntry,
  seedCup,
  listTies,
  judgeTie,
  watchTie,
  listSeasons,
  putSeason,
  publishSeason,
  deleteSeason,
]
