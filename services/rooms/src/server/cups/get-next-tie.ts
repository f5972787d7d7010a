import { TieState, type NextTie } from '@kla/proto'
import { opponentOf, seededEntry } from '../../domain/cups/cup.js'
import { nextStep, type NextStep } from '../../domain/cups/next-tie.js'
import { toEntryMessage, toTieMessage } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

const NOTHING: NextTie = {
  cupId: '',
  cupName: '',
  tieId: '',
  state: TieState.UNSPECIFIED,
  opponent: undefined,
  roomId: '',
  deadlineMs: 0,
  checkInDue: false,
}

export const getNextTie =
  ({ store, now }: Pick<CupDependencies, 'store' | 'now'>): CupHandlers['getNextTie'] =>
  async (_request, call) => {
    const { accountId } = await call.principal()
    const step = nextStep(await store.ofPlayer(accountId), accountId, now())
    return step ? toNextTie(step, accountId) : NOTHING
  }

function toNextTie({ cup, tie }: NextStep, accountId: number): NextTie {
  const about = { ...NOTHING, cupId: cup.id, cupName: cup.name }
  if (!tie) return { ...about, checkInDue: true, deadlineMs: cup.startsAtMs }
  const { id, state, roomId, deadlineMs } = toTieMessage(tie, false)
  const opponent = seededEntry(cup, opponentOf(tie, accountId))
  return { ...about, tieId: id, state, roomId, deadlineMs, opponent: opponent ? toEntryMessage(opponent) : undefined }
}
