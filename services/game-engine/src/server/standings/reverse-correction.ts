import { KlaError } from '@kla/chassis'
import { checkedReason, isUuid } from '../../domain/standings/index.js'
import { accepted } from './accepted.js'
import { correctionToWire } from './correction-to-wire.js'
import type { StandingsDependencies, StandingsHandlers } from './dependencies.js'
import { makingOf } from './making.js'

export const reverseCorrection =
  (
    dependencies: Pick<StandingsDependencies, 'corrections' | 'now' | 'newId'>,
  ): StandingsHandlers['reverseCorrection'] =>
  async ({ correctionId, reason: given }, call) => {
    const administrator = await call.administrator('standings.correct')
    const { reason } = accepted(checkedReason(given))
    if (!isUuid(correctionId)) throw new KlaError('CORRECTION_NOT_FOUND')
    const { corrections, newId } = dependencies
    const making = makingOf('standings.reverse', administrator, call, dependencies)
    const reversed = { id: correctionId.toLowerCase(), by: newId(), reason }
    return correctionToWire(accepted(await corrections.reverse(reversed, making)))
  }
