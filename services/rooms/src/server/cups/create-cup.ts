import { KlaError } from '@kla/chassis'
import { cupFields } from '../../domain/cups/cup-fields.js'
import { isUuid } from '../../domain/cups/uuid.js'
import { newCup } from '../../domain/cups/new-cup.js'
import { accepted } from './accepted.js'
import { cupAudited } from './cup-audited.js'
import { toCupMessage } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const createCup =
  ({ cups, store, now }: Pick<CupDependencies, 'cups' | 'store' | 'now'>): CupHandlers['createCup'] =>
  async ({ cupId, ...given }, call) => {
    const administrator = await call.administrator('cups.manage')
    if (!isUuid(cupId)) throw new KlaError('INVALID_FIELD', 'A cup is named by a UUID.')
    // A repeat may come when the cup has begun: then its start is no longer in the future.
    const existing = await store.find(cupId)
    if (existing) return toCupMessage(existing, now())
    const { nowMs, rules } = cups.moment()
    const fields = accepted(cupFields(given, nowMs))
    const audited = cupAudited('cups.create', cupId, { ...fields }, { administrator, call, atMs: nowMs })
    return toCupMessage(await store.add(newCup(cupId, fields, { nowMs, rules }), [audited]), nowMs)
  }
