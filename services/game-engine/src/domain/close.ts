import { abandon } from './abandon.js'
import type { Battle, Closed } from './battle.js'
import { inRoom } from './battle.js'
import type { CommandOf } from './command.js'
import type { Context } from './context.js'
import { accountIds } from './players.js'
import type { Step } from './step.js'
import { andThen, step } from './step.js'

/** The room is closed: a battle still on gets its outcome, and nothing begins here again. */
export function close(battle: Battle, { roomVersion }: CommandOf<'close'>, context: Context): Step {
  if (battle.phase === 'closed') return step(battle)
  const closed = (last: Battle): Step<Closed> =>
    step({ ...inRoom(last), roomVersion: Math.max(roomVersion, last.roomVersion), phase: 'closed' })
  if (battle.phase === 'waiting' || battle.phase === 'result') return closed(battle)
  return andThen(abandon(battle, accountIds(battle.match), context), closed)
}
