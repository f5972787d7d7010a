import { KlaError } from '@kla/chassis'
import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const setEntry = (dependencies: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['setEntry'] => {
  const administering = administer(dependencies)
  return async ({ cupId, accountId, username, avatar, entered }, call) => {
    await call.administrator('cups.manage')
    if (accountId < 1 || (entered && username === '')) throw new KlaError('INVALID_FIELD')
    return administering(
      {
        cupId,
        permission: 'cups.manage',
        action: 'cups.entry',
        details: { accountId, entered },
        command: () => (entered ? { kind: 'enter', accountId, username, avatar } : { kind: 'withdraw', accountId }),
      },
      call,
    )
  }
}
