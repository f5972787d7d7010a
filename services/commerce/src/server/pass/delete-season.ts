import { accepted } from '../accepted.js'
import type { PassDependencies, PassHandlers } from './dependencies.js'
import { seasonAudited } from './season-audited.js'
import { seasonIdOf } from './season-id.js'

export const deleteSeason =
  ({ seasons, now }: Pick<PassDependencies, 'seasons' | 'now'>): PassHandlers['deleteSeason'] =>
  async (request, call) => {
    const administrator = await call.administrator('pass.manage')
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_FOUND')
    accepted(await seasons.remove(seasonId, seasonAudited('pass.delete', administrator, call, now())))
    return {}
  }
