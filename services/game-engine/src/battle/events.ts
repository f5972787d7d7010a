import type { Bus, Message } from '@kla/chassis'
import { BattleUpdate, BattleStarted, SeatChangeKind, SeatsChanged, subjects } from '@kla/proto'
import type { Announcement, Command, Outcome } from './rules/step.js'
import type { CommandRunner } from './run-command.js'

const FLUSH_TIMEOUT_MS = 2_000

export interface BattlePublisher {
  /** Throws when NATS is away. Unconfirmed: an acknowledgement for each would cost as much as the message. */
  publishUpdate(update: BattleUpdate): void
  confirm(): Promise<void>
  /** Rejects unless the server is known to have it. */
  publishStarted(started: BattleStarted): Promise<void>
}

/** `outages`: how often NATS has been away so far. A later connection confirms nothing that was published before. */
export function createBattlePublisher(bus: Bus, outages: () => number): BattlePublisher {
  let confirmed = outages()

  return {
    publishUpdate(update) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      bus.publish(subjects.roomBattle(update.roomId), BattleUpdate.encode(update).finish())
    },
    async confirm() {
      const before = confirmed
      confirmed = outages()
      await withTimeout(bus.flush())
      if (outages() !== before) throw new Error('NATS was away meanwhile')
    },
    async publishStarted(started) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      await bus.publishEvent(subjects.eventBattleStarted, started.eventId, BattleStarted.encode(started).finish())
    },
  }
}

function withTimeout(flush: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('NATS did not confirm in time')), FLUSH_TIMEOUT_MS)
    flush.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

export const createAnnounce =
  (publisher: BattlePublisher, recordOutcome: (outcome: Outcome) => Promise<void>) =>
  async (announcement: Announcement): Promise<void> => {
    switch (announcement.kind) {
      case 'update':
        return publisher.publishUpdate(announcement.update)
      case 'started':
        return publisher.publishStarted(announcement.started)
      case 'finished':
        return recordOutcome(announcement.outcome)
    }
  }

/** Consumes seat changes: a player who leaves ends the battle, a closed room ends everything in it. */
export const createSeatsChangedHandler =
  (runner: Pick<CommandRunner, 'run'>) =>
  async (message: Message): Promise<void> => {
    const { update } = SeatsChanged.decode(message.data)
    if (!update) return
    const { roomId } = update
    const roomVersion = update.room?.version ?? 0
    const commands: Command[] = update.changes.flatMap(({ kind, seat }) => {
      if (kind !== SeatChangeKind.LEFT || !seat) return []
      const left = { accountId: seat.accountId, seatTakenAtMs: seat.takenAtMs }
      return [{ kind: 'leave', roomId, roomVersion, seat: left }]
    })
    if (update.closedReason !== '') commands.push({ kind: 'close', roomId, roomVersion })
    for (const command of commands) await runner.run(command)
  }
