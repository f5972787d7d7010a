import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger, Refused } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import type { Incidents } from '../shared/rules/incident.js'
import { refuse } from '../shared/rules/input.js'
import type { Room, Seat } from '../shared/rules/room.js'
import type { SeatPointers } from './account-store.js'
import type { RoomsMetrics } from './metrics.js'
import type { Loaded, RoomStore } from './room-store.js'
import type { Command } from './rules/command.js'
import { type Answer, answerOf, isChange } from './rules/outcome.js'
import { effectsOf, reduce } from './rules/reduce.js'
import { lapsesIn } from './rules/seats.js'
import { type Publisher, updateMessages, watchEndMessages } from './updates.js'

export interface ExecuteOptions {
  readonly command?: string | undefined
  /** Redis time after which nothing is stored. */
  readonly notAfterMs?: number
  readonly loaded?: Loaded
  /** Runs beside what follows a commit. Must not reject. */
  readonly onCommitted?: (() => Promise<void>) | undefined
}

/** Loads rooms and applies commands to them. */
export interface Rooms {
  load(roomId: string, command?: string): Promise<Loaded>
  preview(roomId: string, command: Command): Promise<{ readonly room: Room } | Refused>
  /** `late` if `notAfterMs` has passed. */
  execute(roomId: string, command: Command, options?: ExecuteOptions): Promise<Answer | 'late'>
  /** Stores a refusal; resolves to the first answer. */
  remember(roomId: string, command: string | undefined, answer: Answer): Promise<Answer>
}

export interface RoomsDeps {
  readonly store: RoomStore
  readonly pointers: Pick<SeatPointers, 'release'>
  readonly publisher: Publisher
  readonly graceMs: number
  readonly metrics: RoomsMetrics
  readonly log: Logger
  readonly incidents: Pick<Incidents, 'tokenIn'>
  readonly recordMeetings: (before: Room | undefined, after: Room) => Promise<void>
  /** Counts an accepted match that the account never came to. */
  readonly countLapse: (accountId: number, room: Room) => Promise<void>
}

// Far more than two players cause.
const ATTEMPTS = 30
const PAUSE_MS = 20
const TRANSIENT: ReadonlySet<Reason> = new Set<Reason>(['CONFLICT', 'BANNED_FROM_ROOMS', 'AGE_NOT_CONFIRMED'])

export function createRooms(deps: RoomsDeps): Rooms {
  const { store, pointers, publisher, graceMs, metrics, log, incidents, recordMeetings, countLapse } = deps

  return {
    load: (roomId, command) => store.load(roomId, command),

    async preview(roomId, command) {
      const { room, nowMs } = await store.load(roomId)
      if (!room) return refuse('ROOM_NOT_FOUND')
      const outcome = reduce(room, command, { nowMs, graceMs })
      return 'refused' in outcome ? outcome : { room }
    },

    async execute(roomId, command, { command: commandKey, notAfterMs, loaded, onCommitted } = {}) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const current = attempt === 0 && loaded ? loaded : await store.load(roomId, commandKey)
        const { room: before, nowMs, answer } = current
        if (answer) return answer
        const outcome = reduce(before, command, { nowMs, graceMs })
        if ('refused' in outcome || !isChange(before, outcome)) return outcome
        const effects = effectsOf(before, outcome)
        const committed = await store.commit({
          before,
          changed: outcome,
          effects,
          messages: [
            ...updateMessages(before, outcome, effects.listChanged, (accountId) =>
              incidents.tokenIn(outcome.room, accountId, nowMs),
            ),
            ...watchEndMessages(before, outcome.room, nowMs),
          ],
          ...(commandKey === undefined ? {} : { command: commandKey }),
          ...(notAfterMs === undefined ? {} : { notAfterMs }),
        })
        switch (committed.kind) {
          case 'answered':
            return committed.answer
          case 'late':
            return 'late'
          case 'committed':
            // Not awaited: messages are stored with the change.
            void publisher.publish(roomId, committed.unpublished)
            await Promise.all([
              afterCommit(before, outcome.room, effects.freed, lapsesIn(outcome, command)),
              onCommitted?.(),
            ])
            return { ...answerOf(outcome), unplayed: committed.unplayed }
          case 'conflict':
            metrics.conflicts.inc()
            await sleep(Math.random() * PAUSE_MS)
        }
      }
      return refuse('CONFLICT')
    },

    async remember(roomId, command, answer) {
      const settled = 'refused' in answer && !TRANSIENT.has(answer.refused)
      return command !== undefined && settled ? store.remember(roomId, command, answer) : answer
    },
  }

  /** Logs failures, because the change is committed. */
  async function afterCommit(
    before: Room | undefined,
    after: Room,
    freed: readonly Seat[],
    lapses: readonly number[],
  ): Promise<void> {
    const release = async ({ accountId, claim }: Seat): Promise<void> =>
      pointers
        .release(accountId, claim)
        .catch((err: unknown) => log.warn({ err }, 'pointer to a free seat was not released'))
    const count = async (accountId: number): Promise<void> =>
      countLapse(accountId, after).catch((err: unknown) => log.warn({ err }, 'lapse was not counted'))
    await Promise.all([
      ...freed.map(release),
      ...lapses.map(count),
      recordMeetings(before, after).catch((err: unknown) => log.warn({ err }, 'meetings were not recorded')),
    ])
  }
}
