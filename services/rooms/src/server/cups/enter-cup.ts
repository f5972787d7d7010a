import { adultRoomGoer } from '../room-goer.js'
import { accepted } from './accepted.js'
import { toCupMessage } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

export const enterCup =
  ({ cups, now }: Pick<CupDependencies, 'cups' | 'now'>): CupHandlers['enterCup'] =>
  async ({ cupId }, call) => {
    const { accountId, username, avatar } = await adultRoomGoer(call, now())
    const cup = accepted(await cups.execute(cupId, { kind: 'enter', accountId, username, avatar }))
    return toCupMessage(cup, now())
  }
