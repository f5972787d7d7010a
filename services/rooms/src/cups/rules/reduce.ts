import type { Refused } from '@kla/chassis'
import { refuse } from '../../shared/rules/input.js'
import { drawBracket, settleBracket } from './bracket.js'
import type { CupCommand, CupMoment } from './command.js'
import type { Cup, Tie } from './cup.js'
import { expire } from './deadlines.js'
import { cancelCup, checkIn, enter, isOpen, renameEntry, seed, updateCup, withdraw } from './entries.js'
import { safetyExit } from './safety-exit.js'
import { applyRoomEvent, battleFinished, battleStarted } from './ties.js'
import { judgeTie } from './verdicts.js'

/** Returns the same object if nothing changes. */
export function reduceCup(cup: Cup, command: CupCommand, moment: CupMoment): Cup | Refused {
  const next = apply(cup, command, moment)
  if ('refused' in next || next === cup) return next
  const settled = next.ties.length > 0 && next.phase !== 'cancelled' ? settleBracket(next, moment) : next
  return withVersions(cup, settled)
}

function apply(cup: Cup, command: CupCommand, moment: CupMoment): Cup | Refused {
  switch (command.kind) {
    case 'update':
      return updateCup(cup, command, moment)
    case 'enter':
      return enter(cup, command, moment)
    case 'rename':
      return renameEntry(cup, command)
    case 'withdraw':
      return withdraw(cup, command.accountId, moment)
    case 'check-in':
      return checkIn(cup, command.accountId, moment)
    case 'seed':
      return seed(cup, command.order, moment)
    case 'start':
      return start(cup, moment)
    case 'cancel':
      return cancelCup(cup, command.reason, moment)
    case 'judge':
      return judgeTie(cup, command, moment)
    case 'room-opened':
    case 'room-closed':
    case 'room-apart':
      return applyRoomEvent(cup, command, moment)
    case 'battle-started':
      return battleStarted(cup, command, moment)
    case 'battle-finished':
      return battleFinished(cup, command, moment)
    case 'safety-exit':
      return safetyExit(cup, command, moment)
    case 'expire':
      return expire(cup, command, moment)
  }
}

function start(cup: Cup, moment: CupMoment): Cup | Refused {
  const { nowMs } = moment
  if (!isOpen(cup, nowMs)) return refuse('CUP_CLOSED')
  if (cup.entries.length < 2) return refuse('TOO_FEW_ENTRIES')
  const entries = cup.entries.map((entry) => ({ ...entry, checkedIn: true }))
  return drawBracket({ ...cup, entries, startsAtMs: nowMs, checkInAtMs: Math.min(cup.checkInAtMs, nowMs) }, moment)
}

function withVersions(before: Cup, cup: Cup): Cup {
  const version = before.version + 1
  const ties = cup.ties.map((tie, at) => {
    const was = before.ties[at]
    return was && isSame(was, tie) ? was : { ...tie, version }
  })
  return { ...cup, version, ties }
}

const isSame = (was: Tie, tie: Tie): boolean =>
  (Object.keys(tie) as (keyof Tie)[]).every(
    (field) =>
      field === 'version' || was[field] === tie[field] || JSON.stringify(was[field]) === JSON.stringify(tie[field]),
  )
