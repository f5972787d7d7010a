import type { Logger, Message } from '@kla/chassis'
import { type RoomUpdate, type Seat, SeatChangeKind, SeatsChanged } from '@kla/proto'
import type { SeatHolder } from './rules/battle.js'
import { commandsFor, type Departures, lacksDeparture } from './rules/departures.js'
import type { CommandRunner } from './run-command.js'
import type { BattleStore, Loaded } from './store.js'

interface SeatsChangedDeps {
  readonly runner: Pick<CommandRunner, 'run'>
  readonly battles: Pick<BattleStore, 'load'>
  readonly log: Logger
}

/** NATS redelivers a dead pod's events after 10 s; two pods may die in a row. */
export const DEPARTURE_WAIT_MS = 30_000

/**
 * Ends a battle when a player leaves or the room closes. Rejects while an earlier departure is missing, so that the event
 * is redelivered after it; waits until the event is `DEPARTURE_WAIT_MS` old, or as long after the first event here.
 */
export function createSeatsChangedHandler({ runner, battles, log }: SeatsChangedDeps) {
  // Events that waited for a pod are old already.
  let firstAtMs: number | undefined
  return async (message: Message, storedAtMs: number): Promise<void> => {
    const { update } = SeatsChanged.decode(message.data)
    const departures = update && departuresIn(update)
    const commands = departures ? commandsFor(departures) : []
    if (!departures || commands.length === 0) return
    const { roomId, roomVersion } = departures
    let loaded: Loaded | undefined = await battles.load(roomId)
    const { nowMs } = loaded
    firstAtMs ??= nowMs
    if (lacksDeparture(loaded.battle, departures)) {
      const isOverdue = nowMs - Math.max(storedAtMs, firstAtMs) >= DEPARTURE_WAIT_MS
      if (!isOverdue) throw new Error('an earlier departure from the room has not been handled yet')
      log.warn({ roomId, roomVersion }, 'a departure is handled without an earlier one')
    }
    for (const command of commands) {
      await runner.run(command, undefined, { loaded })
      loaded = undefined
    }
  }
}

const departuresIn = ({ roomId, room, changes, closedReason }: RoomUpdate): Departures => ({
  roomId,
  roomVersion: room?.version ?? 0,
  left: changes.flatMap(({ kind, seat, safety }) =>
    kind === SeatChangeKind.LEFT && seat ? [{ seat: holderOf(seat), safety }] : [],
  ),
  seats: (room?.seats ?? []).map(holderOf),
  closes: closedReason !== '',
})

const holderOf = ({ accountId, takenAtMs }: Seat): SeatHolder => ({ accountId, seatTakenAtMs: takenAtMs })
