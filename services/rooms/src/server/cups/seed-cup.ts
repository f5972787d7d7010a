import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const seedCup = (dependencies: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['seedCup'] => {
  const administering = administer(dependencies)
  return ({ cupId, accountIds: order }, call) =>
    administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.seed',
        details: { order },
        command: () => ({ kind: 'seed', order }),
      },
      call,
    )
}
