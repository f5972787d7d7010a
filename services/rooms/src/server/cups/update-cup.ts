import { KlaError } from '@kla/chassis'
import { cupFields, type GivenCupFields } from '../../domain/cups/cup-fields.js'
import type { Cup } from '../../domain/cups/cup.js'
import { accepted } from './accepted.js'
import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const updateCup = (dependencies: Pick<CupDependencies, 'cups' | 'store' | 'now'>): CupHandlers['updateCup'] => {
  const administering = administer(dependencies)
  const { store, now } = dependencies
  return async ({ cupId, ...given }, call) => {
    await call.administrator('cups.manage')
    const cup = await store.find(cupId)
    if (!cup) throw new KlaError('CUP_NOT_FOUND')
    if (cup.phase !== 'open') throw new KlaError('CUP_CLOSED')
    const fields = accepted(cupFields(completed(cup, given), now()))
    const { name, mode, category, capacity, startsAtMs } = fields
    return administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.update',
        details: { name, mode, category, capacity, startsAtMs },
        command: () => ({ kind: 'update', fields }),
      },
      call,
    )
  }
}

/** What is not given stays as it is. */
const completed = (
  cup: Cup,
  given: { readonly [Field in keyof GivenCupFields]?: GivenCupFields[Field] | undefined },
): GivenCupFields => ({
  name: given.name ?? cup.name,
  mode: given.mode ?? cup.mode,
  category: given.category ?? cup.category,
  capacity: given.capacity ?? cup.capacity,
  startsAtMs: given.startsAtMs ?? cup.startsAtMs,
})
