import type { PassDependencies, PassHandlers } from './dependencies.js'
import { passToWire } from './pass-to-wire.js'
import { playerIfAny } from '@kla/chassis'

export const getPass =
  ({ seasons, players, now }: Pick<PassDependencies, 'seasons' | 'players' | 'now'>): PassHandlers['getPass'] =>
  async (_request, call) => {
    const player = await playerIfAny(call)
    const season = await seasons.current(now())
    if (!season || !player) return passToWire(season)
    return passToWire(season, await players.find(season.id, player.accountId))
  }
