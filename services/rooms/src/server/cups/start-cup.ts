import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const startCup = (dependencies: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['startCup'] => {
  const administering = administer(dependencies)
  return ({ cupId }, call) =>
    administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.start',
        details: {},
        command: () => ({ kind: 'start' }),
      },
      call,
    )
}
