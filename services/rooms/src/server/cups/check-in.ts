import { accepted } from './accepted.js'
import { toCupMessage } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const checkIn =
  ({ cups, now }: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['checkIn'] =>
  async ({ cupId }, call) => {
    const { accountId } = await call.principal()
    return toCupMessage(accepted(await cups.execute(cupId, { kind: 'check-in', accountId })), now())
  }
