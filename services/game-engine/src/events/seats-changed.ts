import type { Message } from '@kla/chassis'
import { SeatChangeKind, SeatsChanged } from '@kla/proto'
import type { CommandRunner } from '../battle/run-command.js'
import type { Command } from '../domain/index.js'

/** Turns what happens to seats into commands: leaving ends a battle, closing a room ends everything in it. */
export const createSeatsChangedHandler = (runner: Pick<CommandRunner, 'run'>) =>
  async function onSeatsChanged(message: Message): Promise<void> {
    const { news } = SeatsChanged.decode(message.data)
    if (!news) return
    const { roomId } = news
    const roomVersion = news.room?.version ?? 0
    const commands: Command[] = news.changes.flatMap(({ kind, seat }) =>
      kind === SeatChangeKind.LEFT && seat
        ? [
            {
              kind: 'leave',
              roomId,
              roomVersion,
              seat: { accountId: seat.accountId, seatTakenAtMs: seat.takenAtMs },
            },
          ]
        : [],
    )
    if (news.closedReason !== '') commands.push({ kind: 'close', roomId, roomVersion })
    for (const command of commands) await runner.run(command)
  }
