import { KlaError } from '@kla/chassis'
import { isPlainText } from '../../domain/cups/plain-text.js'
import { administer } from './administer.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

/** More than any name or avatar hash of a login provider has. */
const NAME_MAX = 100

export const setEntry = (dependencies: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['setEntry'] => {
  const administering = administer(dependencies)
  return async ({ cupId, accountId, username, avatar, entered }, call) => {
    await call.administrator('cups.manage')
    const sound = accountId > 0 && (!entered || (isPlainText(username, 1, NAME_MAX) && isPlainText(avatar, 0, NAME_MAX)))
    if (!sound) throw new KlaError('INVALID_FIELD')
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
