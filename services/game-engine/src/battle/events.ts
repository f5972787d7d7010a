import type { Message } from '@kla/chassis'
import { SeatChangeKind, SeatsChanged } from '@kla/proto'
import type { Command } from './rules/step.js'
import type { CommandRunner } from './run-command.js'

/** Ends a battle when a player leaves or the room closes. */
export const createSeatsChangedHandler =
  (runner: Pick<CommandRunner, 'run'>) =>
  async (message: Message): Promise<void> => {
    const { update } = SeatsChanged.decode(message.data)
    if (!update) return
    const { roomId } = update
    const roomVersion = update.room?.version ?? 0
    // Panic exits first, so that order cannot change the result.
    const changes = [...update.changes].sort((one, other) => Number(other.safety) - Number(one.safety))
    const commands: Command[] = changes.flatMap(({ kind, seat, safety }) => {
      if (kind !== SeatChangeKind.LEFT || !seat) return []
      const left = { accountId: seat.accountId, seatTakenAtMs: seat.takenAtMs }
      return [{ kind: 'leave', roomId, roomVersion, seat: left, safety }]
    })
    if (update.closedReason !== '') commands.push({ kind: 'close', roomId, roomVersion })
    for (const command of commands) await runner.run(command)
  }
