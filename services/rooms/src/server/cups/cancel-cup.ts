import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const cancelCup = (dependencies: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['cancelCup'] => {
  const administering = administer(dependencies)
  return ({ cupId, reason }, call) =>
    administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.cancel',
        details: {},
        command: () => ({ kind: 'cancel', reason: reason.trim() }),
      },
      call,
    )
}
