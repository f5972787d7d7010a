import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import { COMMAND_MEMORY_MS } from '@kla/proto/web'
import type { Keys } from '../shared/redis.js'
import { isFull, poolName, type Room, shardOf } from '../shared/rules/room.js'
import { type Message, PUBLISH_BATCH, PUBLISH_LEASE_MS, toUnpublished, type Unpublished } from './outbox-store.js'
import { type Answer, answerOf, type Changed } from './rules/outcome.js'
import type { Effects } from './rules/reduce.js'

/** A room as read, with the time. */
export interface Loaded {
  readonly room: Room | undefined
  readonly nowMs: number
  readonly answer: Answer | undefined
}

/** A change to store, with its messages. */
export interface Commit {
  readonly before: Room | undefined
  readonly changed: Changed
  readonly effects: Effects
  readonly messages: readonly Message[]
  readonly command?: string
  readonly notAfterMs?: number
}

/** Result of storing a change of a room. */
export type Committed =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'late' }
  /** `unplayed` lasts until a player asks to play. */
  | { readonly kind: 'committed'; readonly unpublished: readonly Unpublished[]; readonly unplayed: boolean }

/** Rooms in Redis, one record each. */
export interface RoomStore {
  /** Rejects with UNAVAILABLE, as every store does. */
  load(roomId: string, command?: string): Promise<Loaded>
  /** Reads a room, and whether it is `unplayed`. */
  findPlay(roomId: string): Promise<{ readonly room: Room; readonly unplayed: boolean } | undefined>
  /** Clears `unplayed` if the account has a seat. */
  reserveForPlay(roomId: string, accountId: number): Promise<Room | undefined>
  commit(commit: Commit): Promise<Committed>
  remember(roomId: string, command: string, answer: Answer): Promise<Answer>
}

const ADDED = {
  origin: 'lobby',
  reservedFor: [],
  tie: null,
  watchers: [],
  spectatorConsents: [],
  reveal: null,
} as const

export const readRoom = (record: string): Room => ({ ...ADDED, ...(JSON.parse(record) as Room) })

// Keeps versions of closed rooms, against late commits.
const TOMBSTONE_MS = 60_000

const loadScript = defineScript<[number, string | null, string | null]>(`${LUA_NOW}
return {now, redis.call('HGET', KEYS[1], 'record'), KEYS[2] and redis.call('GET', KEYS[2])}
`)

const reserveForPlayScript = defineScript<string | null>(`
local record = redis.call('HGET', KEYS[1], 'record')
if not record then return record end
for _, seat in ipairs(cjson.decode(record).seats) do
  if seat.accountId == tonumber(ARGV[1]) then redis.call('HDEL', KEYS[1], 'unplayed') end
end
return record
`)

const rememberScript = defineScript<string>(
  `
local given = redis.call('GET', KEYS[1])
if given then return given end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`,
  { whenFull: true },
)

/**
 * Stores a change, all or nothing. Returns
 * - `answered`, answer: a repeat
 * - `conflict`: the version has changed
 * - `late`: the claim may have expired
 * - `committed`, unplayed, messages, version, ...: none while another call publishes
 */
const COMMIT = `
local room, due, unpublished, pending, list, counts, answer, playing = unpack(KEYS, 1, 8)
local roomId, expected, version, record, tombstoneMs = unpack(ARGV, 1, 5)
local deadline, rank, messages, leaseMs, notAfter = unpack(ARGV, 6, 10)
local reply, replyMs, roomsDelta, seatsDelta, gateways, batch, plays = unpack(ARGV, 11, 17)
${LUA_NOW}
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
redis.call('HINCRBY', counts, 'rooms', roomsDelta)
redis.call('HINCRBY', counts, 'seats', seatsDelta)
redis.call(plays == '1' and 'SADD' or 'SREM', playing, roomId)
for index = 9, #KEYS do
  redis.call(index < 9 + tonumber(gateways) and 'SADD' or 'SREM', KEYS[index], roomId)
end
if reply ~= '' then redis.call('SET', answer, reply, 'PX', replyMs) end

redis.call('ZADD', pending, version, messages)
local leasedUntil = redis.call('ZSCORE', unpublished, roomId)
local reported = {'committed', redis.call('HEXISTS', room, 'unplayed')}
if leasedUntil and tonumber(leasedUntil) > now then return reported end
redis.call('ZADD', unpublished, now + leaseMs, roomId)
if redis.call('ZCARD', pending) == 1 then
  table.insert(reported, '')
  return reported
end
for _, part in ipairs(redis.call('ZRANGE', pending, 0, batch - 1, 'WITHSCORES')) do table.insert(reported, part) end
return reported
`
const commitScript = defineScript<[string, ...unknown[]]>(COMMIT)
/** Lets players use and leave rooms when Redis is full. */
const commitWhenFullScript = defineScript<[string, ...unknown[]]>(COMMIT, { whenFull: true })

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

    async findPlay(roomId) {
      const [record, unplayed] = await mapRedisErrors(redis.hmget(keys.room(roomId), 'record', 'unplayed'))
      return record ? { room: readRoom(record), unplayed: unplayed !== null } : undefined
    },

    async reserveForPlay(roomId, accountId) {
      const record = await mapRedisErrors(reserveForPlayScript.run(redis, [keys.room(roomId)], [accountId]))
      return record ? readRoom(record) : undefined
    },

    async commit({ before, changed, effects, messages, command, notAfterMs }) {
      const { room, closedReason } = changed
      const shard = shardOf(room.id)
      const grows = effects.roomsDelta > 0 || effects.seatsDelta > 0
      const onGateway = (gatewayId: string): string => keys.onGateway(shard, gatewayId)
      const [kind, ...rest] = await mapRedisErrors(
        (grows ? commitScript : commitWhenFullScript).run(
          redis,
          [
            keys.room(room.id),
            keys.due(shard),
            keys.unpublished(shard),
            keys.pending(room.id),
            keys.list(shard),
            keys.counts(shard),
            keys.answer(shard, command ?? ''),
            keys.playing(shard, poolName(room)),
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
            PUBLISH_LEASE_MS,
            notAfterMs ?? '',
            command === undefined ? '' : JSON.stringify(answerOf(changed)),
            COMMAND_MEMORY_MS,
            effects.roomsDelta,
            effects.seatsDelta,
            effects.gateways.length,
            PUBLISH_BATCH,
            isFull(room) ? 1 : 0,
          ],
        ),
      )
      const unpublishedIn = (reported: readonly string[]): Unpublished[] =>
        reported[0] === '' ? [{ version: room.version, messages }] : toUnpublished(reported)
      switch (kind) {
        case 'answered':
          return { kind, answer: JSON.parse(rest[0] as string) as Answer }
        case 'conflict':
        case 'late':
          return { kind }
        default:
          return { kind: 'committed', unpublished: unpublishedIn(rest.slice(1) as string[]), unplayed: rest[0] === 1 }
      }
    },

    async remember(roomId, command, answer) {
      const key = keys.answer(shardOf(roomId), command)
      const kept = await mapRedisErrors(rememberScript.run(redis, [key], [JSON.stringify(answer), COMMAND_MEMORY_MS]))
      return JSON.parse(kept) as Answer
    },
  }
}
