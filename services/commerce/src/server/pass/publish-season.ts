import { accepted } from '../accepted.js'
import type { PassDependencies, PassHandlers } from './dependencies.js'
import { seasonAudited } from './season-audited.js'
import { seasonIdOf } from './season-id.js'
import { seasonToWire } from './season-wire.js'

export const publishSeason =
  ({ seasons, now }: Pick<PassDependencies, 'seasons' | 'now'>): PassHandlers['publishSeason'] =>
  async (request, call) => {
    const administrator = await call.administrator('pass.manage')
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_FOUND')
    const audited = seasonAudited('pass.publish', administrator, call, now())
    return seasonToWire(accepted(await seasons.publish(seasonId, audited)))
  }
