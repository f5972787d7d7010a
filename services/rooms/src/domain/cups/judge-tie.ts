import { REASON_MAX } from '@kla/proto/web'
import { refuse, type Refused } from '../outcome.js'
import type { CupMoment, JudgeCommand } from './command.js'
import { isPaired, nextTieOf, playersOf, tieOf, withTie, type Cup, type Tie } from './cup.js'
import { isPlainText } from './plain-text.js'
import { hasBegun } from './settle-bracket.js'
import { decideTie } from './tie-steps.js'

/** A judge's word, over whatever has decided the tie before. */
export function judgeTie(cup: Cup, command: JudgeCommand, { nowMs }: CupMoment): Cup | Refused {
  const { winnerId, judge } = command
  const reason = command.reason.trim()
  const tie = tieOf(cup, command.tieId)
  if (!tie) return refuse('TIE_NOT_FOUND')
  if (!isPlainText(reason, 1, REASON_MAX)) return refuse('INVALID_FIELD')
  if (cup.phase === 'cancelled') return refuse('CUP_CLOSED')
  if (!isPaired(tie)) return refuse('TIE_NOT_PLAYABLE')
  if (winnerId !== 0 && !playersOf(tie).includes(winnerId)) return refuse('NO_SUCH_PLAYER')
  if (!isOpenToVerdict(cup, tie)) return refuse('TIE_BUILT_UPON')
  if (isRepeated(tie, { ...command, reason })) return cup
  const verdict = { judgeId: judge.id, judge: judge.name, winnerId, reason, atMs: nowMs }
  const decided = decideTie(tie, winnerId === 0 ? 'void' : 'judge', winnerId, nowMs)
  return withTie(cup, { ...decided, verdicts: [...tie.verdicts, verdict] })
}

/** Whether the tie stands as the same judge has said in the same words: an answer was lost on its way. */
function isRepeated({ state, verdicts }: Tie, { winnerId, reason, judge }: JudgeCommand): boolean {
  const last = verdicts.at(-1)
  return state === 'decided' && last?.judgeId === judge.id && last.winnerId === winnerId && last.reason === reason
}

/** Whether a judge may still change a tie: two play it, and nothing has happened that rests on who won it. */
export function isOpenToVerdict(cup: Cup, tie: Tie): boolean {
  if (cup.phase === 'cancelled' || !isPaired(tie)) return false
  if (tie.state !== 'decided') return true
  let next = nextTieOf(cup, tie)
  // A cup that is over stays over: only its final may still be corrected.
  if (cup.phase === 'finished') return next === undefined
  // Byes follow by themselves, and may follow otherwise.
  while (next?.state === 'decided' && !hasBegun(next)) next = nextTieOf(cup, next)
  return next === undefined || !hasBegun(next)
}
