import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { COMMAND_MEMORY_MS } from '@kla/proto/web'
import type { Answer } from '../domain/answer.js'
import type { Effects } from '../domain/effects.js'
import type { Changed } from '../domain/outcome.js'
import type { Room } from '../domain/room.js'
import { shardOf } from '../domain/room-id.js'
import { commitScript } from './commit-script.js'
import type { Keys } from './keys.js'
import { NOW } from './now.js'
import { readRoom } from './room-record.js'
import { TELL_BATCH, TELL_LEASE_MS, toUntold, type Message, type Untold } from './untold.js'

export interface Loaded {
  readonly room: Room | undefined
  /** Redis' time. */
  readonly nowMs: number
  /** The answer that this command has had already. */
  readonly answer: Answer | undefined
}

export interface Commit {
  readonly before: Room | undefined
  readonly changed: Changed
  readonly effects: Effects
  readonly messages: readonly Message[]
  /** Names the command; absent: it is not remembered. */
  readonly command?: string
  /** Redis' time after which nothing may be stored any more. */
  readonly notAfterMs?: number
}

export type Committed =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'late' }
  /**
   * `untold`: what the caller is to tell now; empty while somebody else does. `unplayed`: nobody has looked at the room to
   * play there.
   */
  | { readonly kind: 'committed'; readonly untold: readonly Untold[]; readonly unplayed: boolean }

export interface RoomStore {
  /** Rejects with UNAVAILABLE, as all methods of all stores do. */
  load(roomId: string, command?: string): Promise<Loaded>
  /** The room for somebody who may begin a battle there: from now on it is not unplayed any more. */
  loadToPlay(roomId: string): Promise<Room | undefined>
  commit(commit: Commit): Promise<Committed>
  /** Keeps the answer to a command that changed nothing. Answers the one that was there before, if there was. */
  remember(roomId: string, command: string, answer: Answer): Promise<Answer>
}

// Long enough that no commit of the room's lifetime is still under way.
const TOMBSTONE_MS = 60_000

const loadScript = defineScript<[number, string | null, string | null]>(`${NOW}
return {now, redis.call('HGET', KEYS[1], 'record'), KEYS[2] and redis.call('GET', KEYS[2])}
`)

const loadToPlayScript = defineScript<string | null>(`
redis.call('HDEL', KEYS[1], 'unplayed')
return redis.call('HGET', KEYS[1], 'record')
`)

const rememberScript = defineScript<string>(`
local given = redis.call('GET', KEYS[1])
if given then return given end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`)

export function createRoomStore(redis: Redis, keys: Keys): RoomStore {
  return {
    async load(roomId, command) {
      const answerKey = command === undefined ? [] : [keys.answer(shardOf(roomId), command)]
      const [nowMs, record, answer] = await mapRedisErrors(loadScript.run(redis, [keys.room(roomId), ...answerKey], []))
      return {
        nowMs,
        room: record ? readRoom(record) : undefined,
        answer: answer ? (JSON.parse(answer) as Answer) : undefined,
      }
    },

    async loadToPlay(roomId) {
      const record = await mapRedisErrors(loadToPlayScript.run(redis, [keys.room(roomId)], []))
      return record ? readRoom(record) : undefined
    },

    async commit({ before, changed, effects, messages, command, notAfterMs }) {
      const { room, closedReason } = changed
      const shard = shardOf(room.id)
      const onGateway = (gatewayId: string): string => keys.onGateway(shard, gatewayId)
      const [kind, ...rest] = await mapRedisErrors(
        commitScript.run(
          redis,
          [
            keys.room(room.id),
            keys.due(shard),
            keys.untold(shard),
            keys.pending(room.id),
            keys.list(shard),
            keys.census(shard),
            keys.answer(shard, command ?? ''),
            ...effects.gateways.map(onGateway),
            ...effects.gatewaysLeft.map(onGateway),
          ],
          [
            room.id,
            before?.version ?? 0,
            room.version,
            closedReason === '' ? JSON.stringify(room) : '',
            TOMBSTONE_MS,
            effects.deadlineMs ?? '',
            effects.listRank ?? '',
            JSON.stringify(messages),
            TELL_LEASE_MS,
            notAfterMs ?? '',
            command === undefined ? '' : JSON.stringify({ room } satisfies Answer),
            COMMAND_MEMORY_MS,
            effects.roomsDelta,
            effects.seatsDelta,
            effects.gateways.length,
            TELL_BATCH,
          ],
        ),
      )
      switch (kind) {
        case 'answered':
          return { kind, answer: JSON.parse(rest[0] as string) as Answer }
        case 'conflict':
        case 'late':
          return { kind }
        default:
          return { kind: 'committed', untold: toUntold(rest.slice(1) as string[]), unplayed: rest[0] === 1 }
      }
    },

    async remember(roomId, command, answer) {
      const key = keys.answer(shardOf(roomId), command)
      const kept = await mapRedisErrors(rememberScript.run(redis, [key], [JSON.stringify(answer), COMMAND_MEMORY_MS]))
      return JSON.parse(kept) as Answer
    },
  }
}
