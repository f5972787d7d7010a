import type { CupMoment, SafetyExitCommand } from './command.js'
import { type Cup, opponentOf, playersOf, type Tie, tieOf, withTie } from './cup.js'
import { awaitsBattle, decideTie, disputeTie } from './ties.js'

/** Disputes the tie if excused, otherwise counts as leaving. */
export function safetyExit(cup: Cup, command: SafetyExitCommand, moment: CupMoment): Cup {
  const tie = tieLeft(cup, command)
  if (!tie) return cup
  const next = command.excused ? disputed(tie, command, moment) : left(tie, command, moment)
  return next === tie ? cup : withTie(cup, next)
}

/** Finds the tie if it is still to be played. */
export function tieLeft(
  cup: Cup,
  { tieId, roomId, accountId }: Pick<SafetyExitCommand, 'tieId' | 'roomId' | 'accountId'>,
): Tie | undefined {
  const tie = cup.phase === 'running' ? tieOf(cup, tieId) : undefined
  return tie?.rooms.includes(roomId) && playersOf(tie).includes(accountId) && awaitsBattle(tie) ? tie : undefined
}

function disputed(tie: Tie, { accountId, battle, finishedBy }: SafetyExitCommand, moment: CupMoment): Tie {
  if (tie.exit && !battle) return tie
  const after: Tie = {
    ...tie,
    exit: { accountId, excused: true },
    played: battle,
    finishedBy: playersOf(tie).includes(finishedBy) ? finishedBy : 0,
  }
  return tie.state === 'disputed' ? after : disputeTie(after, moment)
}

function left(tie: Tie, { accountId, battle }: SafetyExitCommand, { nowMs, rules }: CupMoment): Tie {
  const exit = { accountId, excused: false }
  if (battle) return decideTie({ ...tie, exit }, 'retired', opponentOf(tie, accountId), nowMs)
  if (tie.exit || tie.state === 'disputed') return tie
  return { ...tie, exit, state: 'playing', roomClosed: true, deadlineMs: nowMs + rules.resultMs }
}
