import type { Refused } from '@kla/chassis'
import { type Battle, emptyRoom } from './battle.js'
import { passDeadline } from './deadline.js'
import { close, leave } from './leave.js'
import { reportRepair } from './pause.js'
import { chooseGif } from './pick.js'
import { readyUp } from './ready-up.js'
import { battleIdOf, type Command, type Context, type Effect, type Step, updateOf } from './step.js'
import { declareWinner, finish } from './vote.js'
import { beginWildCard, dropWildCard, playWildCard, settlementsOf } from './wild-card.js'

/** Next state and effects, or a refusal. */
export type Decision = Refused | { readonly battle: Battle | undefined; readonly effects: readonly Effect[] }

/** Applies one command to a battle: all rules of the game. */
export function reduce(battle: Battle | undefined, command: Command, context: Context): Decision {
  const before = battle ?? emptyRoom(command.roomId)
  const decided = decide(before, command, context)
  if ('refused' in decided) return decided
  if (decided.battle === before) return { battle, effects: [] }
  const effects = [...decided.domainEvents, ...settlementsOf(before, decided.battle)]
  if (decided.events.length === 0) return { battle: decided.battle, effects }
  const after: Battle = { ...decided.battle, updateSeq: before.updateSeq + 1 }
  const update = updateOf(after, battleIdOf(after) || battleIdOf(before), decided.events)
  return { battle: after, effects: [{ kind: 'update', update }, ...effects] }
}

function decide(battle: Battle, command: Command, context: Context): Step | Refused {
  switch (command.kind) {
    case 'ready-up':
      return readyUp(battle, command, context)
    case 'choose-gif':
      return chooseGif(battle, command, context)
    case 'begin-wild-card':
      return beginWildCard(battle, command, context)
    case 'play-wild-card':
      return playWildCard(battle, command, context)
    case 'drop-wild-card':
      return dropWildCard(battle, command)
    case 'finish':
      return finish(battle, command, context)
    case 'declare-winner':
      return declareWinner(battle, command, context)
    case 'report-repair':
      return reportRepair(battle, command, context)
    case 'leave':
      return leave(battle, command, context)
    case 'close':
      return close(battle, command, context)
    case 'deadline':
      return passDeadline(battle, context)
  }
}
