import type { Refused } from '@kla/chassis'
import { REASON_MAX, refusedField, visibleText } from '@kla/proto/web'
import { hasLength, refuse } from '../../shared/rules/input.js'
import { hasBegun } from './bracket.js'
import type { CupMoment, JudgeCommand } from './command.js'
import { type Cup, isPaired, nextTieOf, playersOf, type Tie, tieOf, withTie } from './cup.js'
import { decideTie } from './ties.js'

/** Decides a tie, overriding any earlier decision. */
export function judgeTie(cup: Cup, command: JudgeCommand, { nowMs }: CupMoment): Cup | Refused {
  const { winnerId, judge } = command
  const reason = visibleText(command.reason)
  const tie = tieOf(cup, command.tieId)
  if (!tie) return refuse('TIE_NOT_FOUND')
  if (!hasLength(reason, 1, REASON_MAX)) return refusedField('reason')
  if (cup.phase === 'cancelled') return refuse('CUP_CLOSED')
  if (!isPaired(tie)) return refuse('TIE_NOT_PLAYABLE')
  if (winnerId !== 0 && !playersOf(tie).includes(winnerId)) return refuse('NO_SUCH_PLAYER')
  if (isRepeated(tie, { ...command, reason })) return cup
  if (areVerdictsOver(cup, nowMs)) return refuse('CUP_CLOSED')
  if (command.version !== 0 && command.version !== tie.version) return refuse('CHANGED_MEANWHILE')
  if (!isChangeable(cup, tie)) return refuse('TIE_BUILT_UPON')
  const verdict = { judgeId: judge.id, judge: judge.name, winnerId, reason, atMs: nowMs }
  const decided = decideTie(tie, winnerId === 0 ? 'void' : 'judge', winnerId, nowMs)
  return withTie(cup, { ...decided, verdicts: [...tie.verdicts, verdict] })
}

function isRepeated({ state, verdicts, decidedAtMs }: Tie, { winnerId, reason, judge }: JudgeCommand): boolean {
  const last = verdicts.at(-1)
  if (state !== 'decided' || last?.atMs !== decidedAtMs) return false
  return last.judgeId === judge.id && last.winnerId === winnerId && last.reason === reason
}

export const isOpenToVerdict = (cup: Cup, tie: Tie, nowMs: number): boolean =>
  isChangeable(cup, tie) && !areVerdictsOver(cup, nowMs)

export const areVerdictsOver = ({ verdictsUntilMs }: Pick<Cup, 'verdictsUntilMs'>, nowMs: number): boolean =>
  verdictsUntilMs !== 0 && verdictsUntilMs <= nowMs

/** True if no played tie depends on its winner. */
export function isChangeable(cup: Cup, tie: Tie): boolean {
  if (cup.phase === 'cancelled' || !isPaired(tie)) return false
  if (tie.state !== 'decided') return true
  let next = nextTieOf(cup, tie)
  while (next?.state === 'decided' && !hasBegun(next)) next = nextTieOf(cup, next)
  return next === undefined || !hasBegun(next)
}
