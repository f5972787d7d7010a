import { EndReason } from '@kla/proto'
import {
  accountIds,
  aliasesIn,
  type Battle,
  inRoom,
  isPlayed,
  type LastBattle,
  type Played,
  type Prompt,
  readyIn,
  type Result,
  type Show,
  type Waiting,
  withPick,
} from './battle.js'
import { resumeUsedUp } from './pause.js'
import { readyChanged } from './ready-up.js'
import { withoutReceivedOf } from './received.js'
import { beginPrompt, beginShow, capReached } from './rounds.js'
import { type Context, type Step, step } from './step.js'
import { endRounds, interrupt, isInterrupted, settle } from './vote.js'

/** Ends a phase whose deadline has passed. */
export function passDeadline(battle: Battle, context: Context): Step {
  if (!isPlayed(battle) || context.now < battle.deadlineMs) return step(battle)
  return next(battle, context)
}

function next(battle: Played, context: Context): Step {
  switch (battle.phase) {
    case 'prompt':
      return endOfPrompt(battle, context)
    case 'show':
      return endOfShow(battle, context)
    case 'vote':
      return settle(battle, null, context)
    case 'result':
      return backToWaiting(battle)
  }
}

function endOfPrompt(battle: Prompt, context: Context): Step {
  if (isInterrupted(battle.match, context)) return interrupt(battle, context)
  if (battle.pause) return resumeUsedUp(battle, context.now)
  if (capReached(battle.match, context.now)) return endByCap(battle, context)
  const [first, second] = battle.hands
  const hands = [withPick(first, context.random), withPick(second, context.random)] as const
  return beginShow({ ...battle, hands }, context)
}

function endOfShow(battle: Show, context: Context): Step {
  if (isInterrupted(battle.match, context)) return interrupt(battle, context)
  if (battle.pause) return resumeUsedUp(battle, context.now)
  if (capReached(battle.match, context.now)) return endByCap(battle, context)
  return beginPrompt(battle, { ...battle.match, round: battle.match.round + 1 }, context)
}

function endByCap(battle: Prompt | Show, context: Context): Step {
  const ending = { endedAtMs: context.now, reason: EndReason.TIME_CAP, finishedBy: null }
  return endRounds(battle, ending, context.timings.voteMs)
}

function backToWaiting(battle: Result): Step {
  const { match, gone } = battle
  const { battleId, category, received, receivedIds } = match
  const known: LastBattle = {
    battleId,
    players: accountIds(match),
    aliases: aliasesIn(match),
    category,
    ...(received ? { received } : {}),
    ...(receivedIds ? { receivedIds } : {}),
  }
  const lastBattle = gone.reduce((last, accountId) => withoutReceivedOf(last, accountId), known)
  const ready = readyIn(battle)
  const waiting: Waiting = { ...inRoom(battle), phase: 'waiting', ready, lastBattle }
  return step(waiting, [readyChanged(ready)])
}
