import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { COMMAND_MEMORY_MS } from '@kla/proto/web'
import { type Keys, NOW } from '../shared/redis.js'
import { type Room, shardOf } from '../shared/rules/room.js'
import { type Message, TELL_BATCH, TELL_LEASE_MS, toUntold, type Untold } from './outbox-store.js'
import type { Answer, Changed } from './rules/outcome.js'
import type { Effects } from './rules/reduce.js'

/**
 * Stores a change of one room, all of it or nothing: the record or its end, the next deadline, the place in the public
 * list, the gateways it is on, the counts, the answer to the command, and the messages that are to be told.
 *
 * Answers one of
 * - `answered`, answer: the command has had its answer before; nothing was stored
 * - `conflict`: the room is not at the expected version any more
 * - `late`: the claim on the account's seat may have run out
 * - `committed`, unplayed, messages, version, ...: stored; the caller is to tell these. There are none while somebody else is
 *   telling this room's messages, who will find ours. Unplayed is 1 if nobody has looked at the room yet to play there, else 0
 */
export const commitScript = defineScript<[string, ...unknown[]]>(`
local room, due, untold, pending, list, census, answer = unpack(KEYS, 1, 7)
local roomId, expected, version, record, tombstoneMs = unpack(ARGV, 1, 5)
local deadline, rank, messages, leaseMs, notAfter = unpack(ARGV, 6, 10)
local reply, replyMs, roomsDelta, seatsDelta, gateways, batch = unpack(ARGV, 11, 16)
${NOW}
if reply ~= '' then
  local given = redis.call('GET', answer)
  if given then return {'answered', given} end
end
if (redis.call('HGET', room, 'version') or '0') ~= expected then return {'conflict'} end
if notAfter ~= '' and now > tonumber(notAfter) then return {'late'} end

if expected == '0' then redis.call('HSET', room, 'unplayed', 1) end
redis.call('HSET', room, 'version', version)
if record == '' then
  redis.call('HDEL', room, 'record')
  redis.call('PEXPIRE', room, tombstoneMs)
else
  redis.call('HSET', room, 'record', record)
end
if deadline == '' then redis.call('ZREM', due, roomId) else redis.call('ZADD', due, deadline, roomId) end
if rank == '' then redis.call('ZREM', list, roomId) else redis.call('ZADD', list, rank, roomId) end
redis.call('HINCRBY', census, 'rooms', roomsDelta)
redis.call('HINCRBY', census, 'seats', seatsDelta)
for index = 8, #KEYS do
  redis.call(index < 8 + tonumber(gateways) and 'SADD' or 'SREM', KEYS[index], roomId)
end
if reply ~= '' then redis.call('SET', answer, reply, 'PX', replyMs) end

redis.call('ZADD', pending, version, messages)
local telling = redis.call('ZSCORE', untold, roomId)
local reported = {'committed', redis.call('HEXISTS', room, 'unplayed')}
if telling and tonumber(telling) > now then return reported end
redis.call('ZADD', untold, now + leaseMs, roomId)
for _, part in ipairs(redis.call('ZRANGE', pending, 0, batch - 1, 'WITHSCORES')) do table.insert(reported, part) end
return reported
`)

/** Fields that records of earlier versions lack. */
const ADDED = { origin: 'lobby', reservedFor: [], tie: null, watchers: [], spectatorConsents: [] } as const

/** A room from its stored text. */
export const readRoom = (record: string): Room => ({ ...ADDED, ...(JSON.parse(record) as Room) })

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
