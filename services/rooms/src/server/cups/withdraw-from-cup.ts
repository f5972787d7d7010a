import { accepted } from './accepted.js'
import { toCupMessage } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const withdrawFromCup =
  ({ cups, now }: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['withdrawFromCup'] =>
  async ({ cupId }, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    return toCupMessage(accepted(await cups.execute(cupId, { kind: 'withdraw', accountId })), now())
  }
