import { KlaError } from '@kla/chassis'
import { pageOf } from '../../domain/standings/index.js'
import { accepted } from './accepted.js'
import { correctionToWire } from './correction-to-wire.js'
import type { StandingsDependencies, StandingsHandlers } from './dependencies.js'

export const listCorrections =
  ({
    corrections,
    audit,
  }: Pick<StandingsDependencies, 'corrections' | 'audit'>): StandingsHandlers['listCorrections'] =>
  async (request, call) => {
    const administrator = await call.administrator('standings.read')
    const { accountId, page, pageSize } = request
    const part = accepted(pageOf(request))
    if (accountId < 0) throw new KlaError('INVALID_FIELD')
    const found = await corrections.list(accountId === 0 ? undefined : accountId, part)
    const details = { list: 'corrections', page, pageSize, correction_ids: found.corrections.map(({ id }) => id) }
    const asked = accountId === 0 ? {} : { accountId }
    await audit.record(administrator, call, { action: 'standings.list', ...asked, details })
    return { corrections: found.corrections.map(correctionToWire), total: found.total }
  }
