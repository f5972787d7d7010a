import { bePresent } from './be-present.js'
import { cancelCup } from './cancel-cup.js'
import { checkIn } from './check-in.js'
import { createCup } from './create-cup.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'
import { enterCup } from './enter-cup.js'
import { getCup } from './get-cup.js'
import { getNextTie } from './get-next-tie.js'
import { issueWatchPass } from './issue-watch-pass.js'
import { judgeTie } from './judge-tie.js'
import { listAllCups } from './list-all-cups.js'
import { listCups } from './list-cups.js'
import { listTies } from './list-ties.js'
import { seedCup } from './seed-cup.js'
import { setEntry } from './set-entry.js'
import { startCup } from './start-cup.js'
import { updateCup } from './update-cup.js'
import { withdrawFromCup } from './withdraw-from-cup.js'

export const cupHandlers = (dependencies: CupDependencies): CupHandlers => ({
  listCups: listCups(dependencies),
  getCup: getCup(dependencies),
  getNextTie: getNextTie(dependencies),
  enterCup: enterCup(dependencies),
  withdrawFromCup: withdrawFromCup(dependencies),
  checkIn: checkIn(dependencies),
  bePresent: bePresent(dependencies),
  listAllCups: listAllCups(dependencies),
  createCup: createCup(dependencies),
  updateCup: updateCup(dependencies),
  setEntry: setEntry(dependencies),
  seedCup: seedCup(dependencies),
  startCup: startCup(dependencies),
  cancelCup: cancelCup(dependencies),
  listTies: listTies(dependencies),
  judgeTie: judgeTie(dependencies),
  issueWatchPass: issueWatchPass(dependencies),
})
