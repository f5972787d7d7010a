import type { Bus, Message } from '@kla/chassis'
import { BattleNews, BattleStarted, SeatChangeKind, SeatsChanged, subjects } from '@kla/proto'
import type { ResultStore } from '../standings/result-store.js'
import type { Command } from './rules/command.js'
import type { Announcement } from './rules/step.js'
import type { CommandRunner } from './run-command.js'

/** Tells news and facts, and records outcomes. */
export const createAnnounce = (options: {
  publisher: EffectPublisher
  results: ResultStore
  /** Told when the outbox has something new. */
  onRecorded: () => void
}) =>
  async function announce(announcement: Announcement): Promise<void> {
    const { publisher, results, onRecorded } = options
    switch (announcement.kind) {
      case 'news':
        publisher.news(announcement.news)
        return
      case 'started':
        await publisher.started(announcement.started)
        return
      case 'finished':
        await results.record(announcement.outcome)
        onRecorded()
        return
    }
  }

/** Longer than a server that is there ever takes. */
const FLUSH_WITHIN_MS = 2_000

/** Tells the house. */
export interface EffectPublisher {
  /** Throws when NATS is away. Whether the server has it, `confirm` tells: an answer for each costs as much as the telling. */
  news(news: BattleNews): void
  /** Rejects when it cannot be known that the server has all news told so far. */
  confirm(): Promise<void>
  /** Rejects when it cannot be known that the server has it. */
  started(started: BattleStarted): Promise<void>
}

/** `outages`: how often NATS has been away so far. A connection that came later confirms nothing that was told before. */
export function createEffectPublisher(bus: Bus, outages: () => number): EffectPublisher {
  let confirmed = outages()

  return {
    news(news) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      bus.publish(subjects.roomBattle(news.roomId), BattleNews.encode(news).finish())
    },
    async confirm() {
      const before = confirmed
      confirmed = outages()
      await within(bus.flush())
      if (outages() !== before) throw new Error('NATS was away meanwhile')
    },
    async started(started) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      await bus.publishFact(subjects.factBattleStarted, started.factId, BattleStarted.encode(started).finish())
    },
  }
}

function within(flush: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('NATS did not confirm in time')), FLUSH_WITHIN_MS)
    flush.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

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
