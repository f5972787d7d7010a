import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import { COMMAND_MEMORY_MS } from '@kla/proto/web'
import type { Keys } from '../shared/redis.js'
import { poolName, type Room, shardOf } from '../shared/rules/room.js'
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
 * Stores a change, all or nothing. KEYS from 5 on are indexes; ARGV from 12 on has for each a command, the number of its
 * arguments, and these. Returns
 * - `answered`, answer: a repeat
 * - `conflict`: the version has changed
 * - `late`: the claim may have expired
 * - `committed`, unplayed, messages, version, ...: none while another call publishes
 */
const COMMIT = `
local room, unpublished, pending, answer = unpack(KEYS, 1, 4)
local roomId, expected, version, record, tombstoneMs = unpack(ARGV, 1, 5)
local messages, leaseMs, notAfter, reply, replyMs, batch = unpack(ARGV, 6, 11)
${LUA_NOW}
local known, unplayed = unpack(redis.call('HMGET', room, 'version', 'unplayed'))
if (known or '0') ~= expected then return {'conflict'} end
if notAfter ~= '' and now > tonumber(notAfter) then return {'late'} end
if reply ~= '' and not redis.call('SET', answer, reply, 'NX', 'PX', replyMs) then
  return {'answered', redis.call('GET', answer)}
end

if record == '' then
  redis.call('HSET', room, 'version', version)
  redis.call('HDEL', room, 'record')
  redis.call('PEXPIRE', room, tombstoneMs)
elseif expected == '0' then
  unplayed = 1
  redis.call('HSET', room, 'version', version, 'record', record, 'unplayed', unplayed)
else
  redis.call('HSET', room, 'version', version, 'record', record)
end
local at = 12
for index = 5, #KEYS do
  local last = at + 1 + ARGV[at + 1]
  redis.call(ARGV[at], KEYS[index], unpack(ARGV, at + 2, last))
  at = last + 1
end

redis.call('ZADD', pending, version, messages)
local reported = {'committed', unplayed and 1 or 0}
-- A room without a lease has no other messages.
if redis.call('ZADD', unpublished, 'NX', now + leaseMs, roomId) == 1 then
  table.insert(reported, '')
  return reported
end
if tonumber(redis.call('ZSCORE', unpublished, roomId)) > now then return reported end
redis.call('ZADD', unpublished, now + leaseMs, roomId)
for _, part in ipairs(redis.call('ZRANGE', pending, 0, batch - 1, 'WITHSCORES')) do table.insert(reported, part) end
return reported
`
const commitScript = defineScript<[string, ...unknown[]]>(COMMIT)
/** Lets players use and leave rooms when Redis is full. */
const commitWhenFullScript = defineScript<[string, ...unknown[]]>(COMMIT, { whenFull: true })

/** A command that makes an index follow a record. */
interface IndexChange {
  readonly command: 'ZADD' | 'ZREM' | 'SADD' | 'SREM' | 'HINCRBY'
  readonly key: string
  readonly args: readonly (string | number)[]
}

/** What a change moves. Records and indexes change together, so the rest is as it was. */
function indexChanges(
  keys: Keys,
  room: Room,
  { was, deadlineMs, listRank, gateways, gatewaysLeft, isPlaying, roomsDelta, seatsDelta }: Effects,
): IndexChange[] {
  const shard = shardOf(room.id)
  const changes: IndexChange[] = []
  const add = (command: IndexChange['command'], key: string, ...args: IndexChange['args']): void =>
    void changes.push({ command, key, args })
  // Always written: a sweep may have moved it.
  if (deadlineMs !== undefined) add('ZADD', keys.due(shard), deadlineMs, room.id)
  else if (was.deadlineMs !== undefined) add('ZREM', keys.due(shard), room.id)
  if (listRank !== was.listRank) {
    if (listRank === undefined) add('ZREM', keys.list(shard), room.id)
    else add('ZADD', keys.list(shard), listRank, room.id)
  }
  if (roomsDelta !== 0) add('HINCRBY', keys.counts(shard), 'rooms', roomsDelta)
  if (seatsDelta !== 0) add('HINCRBY', keys.counts(shard), 'seats', seatsDelta)
  if (isPlaying !== was.isPlaying) add(isPlaying ? 'SADD' : 'SREM', keys.playing(shard, poolName(room)), room.id)
  for (const gateway of gateways)
    if (!was.gateways.includes(gateway)) add('SADD', keys.onGateway(shard, gateway), room.id)
  for (const gateway of gatewaysLeft) add('SREM', keys.onGateway(shard, gateway), room.id)
  return changes
}

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
      const moved = indexChanges(keys, room, effects)
      const [kind, ...rest] = await mapRedisErrors(
        (grows ? commitScript : commitWhenFullScript).run(
          redis,
          [
            keys.room(room.id),
            keys.unpublished(shard),
            keys.pending(room.id),
            keys.answer(shard, command ?? ''),
            ...moved.map(({ key }) => key),
          ],
          [
            room.id,
            before?.version ?? 0,
            room.version,
            closedReason === '' ? JSON.stringify(room) : '',
            TOMBSTONE_MS,
            JSON.stringify(messages),
            PUBLISH_LEASE_MS,
            notAfterMs ?? '',
            command === undefined ? '' : JSON.stringify(answerOf(changed)),
            COMMAND_MEMORY_MS,
            PUBLISH_BATCH,
            ...moved.flatMap(({ command: name, args }) => [name, args.length, ...args]),
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
