import type { PassDependencies, PassHandlers } from './dependencies.js'
import { seasonToWire } from './season-wire.js'

export const listSeasons =
  ({ seasons }: Pick<PassDependencies, 'seasons'>): PassHandlers['listSeasons'] =>
  async (_request, call) => {
    await call.administrator('pass.read')
    return { seasons: (await seasons.list()).map(seasonToWire) }
  }
