import { abandon } from './abandon.js'
import type { Battle } from './battle.js'
import type { CommandOf } from './command.js'
import type { Context } from './context.js'
import { isSeatOf } from './players.js'
import { waitingChanged } from './ready-up.js'
import type { Step } from './step.js'
import { step } from './step.js'

/** A seat was given up. Told late or twice, it changes nothing for whoever has sat down again since. */
export function leave(battle: Battle, { seat, roomVersion }: CommandOf<'leave'>, context: Context): Step {
  if (battle.phase === 'closed') return step(battle)
  const after = roomVersion > battle.roomVersion ? { ...battle, roomVersion } : battle
  if (after.phase === 'waiting') {
    const ready = after.ready.filter((holder) => !isSeatOf(holder, seat))
    return ready.length === after.ready.length ? step(after) : step({ ...after, ready }, [waitingChanged(ready)])
  }
  if (!after.match.players.some((player) => isSeatOf(player, seat))) return step(after)
  if (after.phase !== 'result') return abandon(after, [seat.accountId], context)
  if (after.gone.includes(seat.accountId)) return step(after)
  return step({ ...after, gone: [...after.gone, seat.accountId] })
}
