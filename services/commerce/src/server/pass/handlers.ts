import { activatePass } from './activate-pass.js'
import { claimReward } from './claim-reward.js'
import { deleteSeason } from './delete-season.js'
import type { PassDependencies, PassHandlers } from './dependencies.js'
import { getPass } from './get-pass.js'
import { listSeasons } from './list-seasons.js'
import { publishSeason } from './publish-season.js'
import { putSeason } from './put-season.js'

export const createPassHandlers = (dependencies: PassDependencies): PassHandlers => ({
  getPass: getPass(dependencies),
  activatePass: activatePass(dependencies),
  claimReward: claimReward(dependencies),
  listSeasons: listSeasons(dependencies),
  putSeason: putSeason(dependencies),
  publishSeason: publishSeason(dependencies),
  deleteSeason: deleteSeason(dependencies),
})
