import type { Refused } from '@kla/chassis'
import { type Battle, type Match, readyIn, type SeatHolder } from './battle.js'
import { poolsWithin, withDecoys } from './limits.js'
import { beginPrompt } from './rounds.js'
import {
  andThen,
  type CommandOf,
  type Context,
  type DomainEvent,
  refuse,
  type RoomSnapshot,
  type Step,
  step,
  toBoth,
} from './step.js'

/** Marks a player ready; the second one begins a battle. In a tie not out of the result, which must reach the cup first. */
export function readyUp(
  battle: Battle,
  { accountId, room, limits: ofPair }: CommandOf<'ready-up'>,
  context: Context,
): Step | Refused {
  if (battle.phase === 'closed') return refuse('ROOM_NOT_FOUND')
  if (room.version < battle.roomVersion) return refuse('CONFLICT')
  const seat = room.seats.find((holder) => holder.accountId === accountId)
  if (!seat) return refuse('NOT_SEATED')
  if (battle.phase !== 'waiting' && battle.phase !== 'result') return refuse('NOT_WAITING')
  if (battle.phase === 'result' && room.tie) return refuse('NOT_WAITING')

  const others = readyIn(battle).filter((holder) => sits(holder, room))
  if (others.some((holder) => holder.accountId === accountId)) return refuse('ALREADY_READY')
  const [opponent] = others
  if (!opponent) {
    const ready = [seat]
    return step({ ...battle, ready }, [readyChanged(ready)])
  }
  // The opponent has readied up since the battle was read.
  if (!ofPair) return refuse('CONFLICT')
  const limits = withDecoys(ofPair, context.pool, context.optionsPerHand)
  if (poolsWithin(context.pool, limits).every((pool) => pool.length === 0)) return refuse('NO_GIFS')
  const match: Match = { ...begin(opponent, seat, room, context), limits }
  return andThen(step(battle, [], [started(battle.roomId, match)]), (before) => beginPrompt(before, match, context))
}

export const readyChanged = (ready: readonly SeatHolder[]) =>
  toBoth({ $case: 'readyChanged', value: { ready: ready.map((holder) => holder.accountId) } })

// Ready flags may outlive a seat until its departure arrives.
const sits = (holder: SeatHolder, room: RoomSnapshot): boolean =>
  room.seats.some((seat) => seat.accountId === holder.accountId && seat.seatTakenAtMs === holder.seatTakenAtMs)

const begin = (first: SeatHolder, second: SeatHolder, room: RoomSnapshot, context: Context): Omit<Match, 'limits'> => ({
  battleId: context.newId(),
  mode: room.mode,
  category: room.category,
  players: [
    { ...first, seen: [] },
    { ...second, seen: [] },
  ],
  startedAtMs: context.now,
  capAtMs: context.now + context.timings.capMs[room.mode],
  round: 1,
})

const started = (roomId: string, { battleId, mode, players, startedAtMs }: Match): DomainEvent => ({
  kind: 'started',
  started: {
    eventId: `${battleId}:started`,
    battleId,
    roomId,
    mode,
    players: players.map((player) => player.accountId),
    startedAtMs,
  },
})
