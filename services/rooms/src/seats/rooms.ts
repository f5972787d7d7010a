import type { Logger } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, isChange } from './rules/outcome.js'
import type { Command } from './rules/command.js'
import { effectsOf, reduce } from './rules/reduce.js'
import { refuse } from '../shared/rules/input.js'
import type { Room, Seat, Watcher } from '../shared/rules/room.js'
import { type Publisher, roomNews } from './updates.js'
import type { MeetingStore } from '../meetings/store.js'
import type { Loaded, RoomStore } from './room-store.js'
import type { SeatPointers } from './account-store.js'
import type { RoomsMetrics } from './metrics.js'

export interface ExecuteOptions {
  /** Names the command: its answer is stored with the change, and a repeat gets that one. */
  readonly command?: string | undefined
  /** Redis' time after which the change must not be stored any more. */
  readonly notAfterMs?: number
  /** The room as it was loaded for this very command: if it has not changed since, it is not loaded again. */
  readonly loaded?: Loaded
}

export interface Rooms {
  load(roomId: string, command?: string): Promise<Loaded>
  /** The room for somebody who may begin a battle there. */
  loadToPlay(roomId: string): Promise<Room | undefined>
  /** Load, reduce, commit, tell. `late`: `notAfterMs` has passed and nothing happened. */
  execute(roomId: string, command: Command, options?: ExecuteOptions): Promise<Answer | 'late'>
  /** The answer to a command that was refused, from now on for every repeat. Answers an earlier one if there is one. */
  remember(roomId: string, command: string | undefined, answer: Answer): Promise<Answer>
}

export interface RoomsOptions {
  readonly store: RoomStore
  readonly pointers: SeatPointers
  readonly meetings: Pick<MeetingStore, 'record'>
  readonly publisher: Publisher
  readonly graceMs: number
  readonly metrics: RoomsMetrics
  readonly log: Logger
  /** Judges who watched until this change, and do not any more. `nowMs`: Redis' time of the change. */
  readonly onJudgesGone?: (room: Room, judges: readonly Watcher[], nowMs: number) => Promise<void>
}

// A conflict means that somebody else got on; a room of two seats has no use for this many changes in a row.
const ATTEMPTS = 30
const PAUSE_MS = 20
/** No decisions on the command itself: the same one may well succeed the next time. */
const PASSING: ReadonlySet<Reason> = new Set<Reason>(['CONFLICT', 'BANNED_FROM_ROOMS', 'AGE_NOT_CONFIRMED'])

export function createRooms(options: RoomsOptions): Rooms {
  const { store, pointers, meetings, publisher, graceMs, metrics, log, onJudgesGone } = options

  // Not worth failing for: a pointer to a room without the account's seat is noticed by whoever reads it next.
  const release = ({ accountId, claim }: Seat): Promise<void> =>
    pointers
      .release(accountId, claim)
      .catch((error: unknown) => log.warn({ err: error }, 'the pointer to a free seat stays for now'))

  const noteJudgesGone = async (before: Room | undefined, after: Room, nowMs: number): Promise<void> => {
    const gone = before?.watchers.filter(({ judge, claim }) => judge && !after.watchers.some((one) => one.claim === claim)) ?? []
    if (!before || gone.length === 0) return
    await onJudgesGone?.(before, gone, nowMs).catch((error: unknown) => log.error({ err: error }, 'the end of watching is not recorded'))
  }

  // Not worth failing for: the change stands, and the next one of the same people says it again.
  const rememberMeetings = (before: Room | undefined, after: Room): Promise<void> =>
    meetings.record(before, after).catch((err: unknown) => log.warn({ err }, 'who has met whom is not remembered'))

  return {
    load: (roomId, command) => store.load(roomId, command),
    loadToPlay: (roomId) => store.loadToPlay(roomId),

    async execute(roomId, command, { command: commandKey, notAfterMs, loaded } = {}) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const fresh = attempt === 0 && loaded ? loaded : await store.load(roomId, commandKey)
        const { room: before, nowMs, answer } = fresh
        if (answer) return answer
        const outcome = reduce(before, command, { nowMs, graceMs })
        if ('refused' in outcome || !isChange(before, outcome)) return outcome
        const effects = effectsOf(before, outcome)
        const committed = await store.commit({
          before,
          changed: outcome,
          effects,
          messages: roomNews(outcome, effects.listChanged),
          ...(commandKey === undefined ? {} : { command: commandKey }),
          ...(notAfterMs === undefined ? {} : { notAfterMs }),
        })
        switch (committed.kind) {
          case 'answered':
            return committed.answer
          case 'late':
            return 'late'
          case 'committed':
            // Not awaited: the change stands and its messages are stored with it, whether NATS is there or not.
            void publisher.tell(roomId, committed.untold)
            await Promise.all([
              ...effects.freed.map(release),
              rememberMeetings(before, outcome.room),
              noteJudgesGone(before, outcome.room, nowMs),
            ])
            return { room: outcome.room, unplayed: committed.unplayed }
          case 'conflict':
            metrics.conflicts.inc()
            await sleep(Math.random() * PAUSE_MS)
        }
      }
      return refuse('CONFLICT')
    },

    async remember(roomId, command, answer) {
      const decided = 'refused' in answer && !PASSING.has(answer.refused)
      return command !== undefined && decided ? store.remember(roomId, command, answer) : answer
    },
  }
}
