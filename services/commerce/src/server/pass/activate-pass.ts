import { accepted } from '../accepted.js'
import type { PassDependencies, PassHandlers } from './dependencies.js'
import { passToWire } from './pass-to-wire.js'
import { seasonIdOf } from './season-id.js'

export const activatePass =
  ({ players, metrics, now }: Pick<PassDependencies, 'players' | 'metrics' | 'now'>): PassHandlers['activatePass'] =>
  async (request, call) => {
    const { accountId } = await call.principal()
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_RUNNING')
    const { season, changed } = accepted(await players.activate(seasonId, accountId, now()))
    if (changed) {
      metrics.passesActivated.inc()
      call.log.info({ seasonId, accountId }, 'a pass was activated')
    }
    return passToWire(season, await players.find(seasonId, accountId))
  }
