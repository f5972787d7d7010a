import { KlaError } from '@kla/chassis'
import { REASON_MAX } from '@kla/proto/web'
import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const cancelCup = (dependencies: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['cancelCup'] => {
  const administering = administer(dependencies)
  return async ({ cupId, reason: given }, call) => {
    await call.administrator('cups.manage')
    const reason = given.trim()
    if ([...reason].length > REASON_MAX) throw new KlaError('INVALID_FIELD')
    return administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.cancel',
        details: {},
        command: () => ({ kind: 'cancel', reason }),
      },
      call,
    )
  }
}
