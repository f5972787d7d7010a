import type { GivenCupFields } from '../../domain/cups/cup-fields.js'
import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const updateCup = (dependencies: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['updateCup'] => {
  const administering = administer(dependencies)
  return ({ cupId, ...fields }, call) => {
    const given = present(fields)
    return administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.update',
        details: given,
        command: () => ({ kind: 'update', given }),
      },
      call,
    )
  }
}

/** Without the fields that were not given. */
const present = (fields: {
  readonly [Field in keyof GivenCupFields]?: GivenCupFields[Field] | undefined
}): Partial<GivenCupFields> => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
