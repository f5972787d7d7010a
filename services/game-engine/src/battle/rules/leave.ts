import { EndReason } from '@kla/proto'
import {
  accountIds,
  type Battle,
  type Closed,
  inRoom,
  isSeatOf,
  type Prompt,
  readyIn,
  type Result,
  type SeatHolder,
  type Show,
  type Vote,
  type Waiting,
} from './battle.js'
import { readyChanged } from './ready-up.js'
import { withoutReceivedOf } from './received.js'
import { andThen, type CommandOf, type Context, type Step, step } from './step.js'
import { endRounds, settle } from './vote.js'

/** Ignores late departures of a player who has returned. */
export function leave(battle: Battle, { seat, roomVersion, safety }: CommandOf<'leave'>, context: Context): Step {
  if (battle.phase === 'closed') return step(battle)
  const after = roomVersion > battle.roomVersion ? { ...battle, roomVersion } : battle
  if (after.phase === 'waiting') return withoutReady(withoutClips(after, seat.accountId), seat)
  const plays = after.match.players.some((player) => isSeatOf(player, seat))
  if (after.phase === 'result') {
    const isNew = plays && !after.gone.includes(seat.accountId)
    return withoutReady(isNew ? { ...after, gone: [...after.gone, seat.accountId] } : after, seat)
  }
  return plays ? abandon(after, [seat.accountId], context, safety) : step(after)
}

function withoutClips(battle: Waiting, accountId: number): Waiting {
  const { lastBattle: before } = battle
  const lastBattle = before && withoutReceivedOf(before, accountId)
  return lastBattle === before ? battle : { ...battle, lastBattle }
}

function withoutReady(battle: Waiting | Result, seat: SeatHolder): Step {
  const before = readyIn(battle)
  const ready = before.filter((holder) => !isSeatOf(holder, seat))
  return ready.length === before.length ? step(battle) : step({ ...battle, ready }, [readyChanged(ready)])
}

/** Ends a running battle and keeps the room closed. */
export function close(battle: Battle, { roomVersion }: CommandOf<'close'>, context: Context): Step {
  if (battle.phase === 'closed') return step(battle)
  const closed = (last: Battle): Step<Closed> =>
    step({ ...inRoom(last), roomVersion: Math.max(roomVersion, last.roomVersion), phase: 'closed' })
  if (battle.phase === 'waiting' || battle.phase === 'result') return closed(battle)
  return andThen(abandon(battle, accountIds(battle.match), context), closed)
}

/** Ends without a winner. A panic exit (`safety`) must send everyone the same; only the outcome differs. */
function abandon(
  battle: Prompt | Show | Vote,
  gone: readonly number[],
  context: Context,
  safety = false,
): Step<Result> {
  const [leftBy, another] = gone
  const alone = another === undefined && leftBy !== undefined ? { leftBy } : {}
  const exit = safety && leftBy !== undefined ? { exitBy: leftBy } : {}
  if (battle.phase === 'vote') return settle({ ...battle, ending: { ...battle.ending, ...exit } }, null, context, gone)
  const ending = { endedAtMs: context.now, reason: EndReason.LEFT, finishedBy: null, ...alone, ...exit }
  return andThen(endRounds(battle, ending, 0), (vote) => settle(vote, null, context, gone))
}
