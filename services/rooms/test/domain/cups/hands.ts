import type { BattleFinishedCommand } from '../../../src/domain/cups/command.js'
import type { CupInHand } from './cup-play.js'

/** Opens the room of a called tie; answers its id. */
export function open(hand: CupInHand, tieId: string): string {
  const { roomId } = hand.tie(tieId)
  hand.do({ kind: 'room-opened', tieId, roomId })
  return roomId
}

type Result = Partial<Pick<BattleFinishedCommand, 'winnerId' | 'leftBy' | 'finishedBy'>>

export const finish = (hand: CupInHand, tieId: string, result: Result) =>
  hand.do({
    ...{ kind: 'battle-finished', tieId, roomId: hand.tie(tieId).roomId, winnerId: 0, leftBy: 0, finishedBy: 0 },
    ...result,
  })

/** `version` of the tie, 0: whatever it is. */
export const judge = (hand: CupInHand, tieId: string, winnerId: number, { version = 0, judgeId = 1 } = {}) =>
  hand.do({ kind: 'judge', tieId, winnerId, reason: 'I saw it.', judge: { id: judgeId, name: 'Mara' }, version })
