import { checkedCorrection } from '../../domain/standings/index.js'
import { accepted } from './accepted.js'
import { correctionToWire } from './correction-to-wire.js'
import type { StandingsDependencies, StandingsHandlers } from './dependencies.js'
import { makingOf } from './making.js'

export const correctStanding =
  (dependencies: Pick<StandingsDependencies, 'corrections' | 'now' | 'newId'>): StandingsHandlers['correctStanding'] =>
  async ({ correctionId, ...given }, call) => {
    const administrator = await call.administrator('standings.correct')
    const wanted = accepted(checkedCorrection({ ...given, id: correctionId }, dependencies.now()))
    const making = makingOf('standings.correct', administrator, call, dependencies)
    return correctionToWire(accepted(await dependencies.corrections.correct(wanted, making)))
  }
