import { defineScript, LUA_NOW, mapRedisErrors, newId, type Redis } from '@kla/chassis'
import { COMMAND_MEMORY_MS } from '@kla/proto/web'
import { type Answer, type CommandMemory, memoryKey } from '../shared/commands.js'
import {
  ALL_SHARDS,
  createStoreClock,
  keysOf,
  rememberScript,
  type Shard,
  type ShardKeys,
  shardOf,
} from '../shared/redis.js'
import { type Battle, isPlayed } from './rules/battle.js'
import { type Announcement, type Effect, effectId } from './rules/step.js'

/** The commit that a record is from; version 0 and no token without a record. */
export interface Basis {
  readonly version: number
  /** Tells this version from one of the same number that a Redis failover lost. */
  readonly token: string
}

/** A battle as read. */
export interface Loaded extends Basis {
  readonly nowMs: number
  readonly battle: Battle | undefined
  readonly answer: Answer | undefined
}

/** A change to store with its effects, and what it was decided on. */
export interface Commit extends Basis {
  readonly battle: Battle
  readonly effects: readonly Effect[]
  /** True if another process may not have published that version. */
  readonly onForeign?: boolean
  readonly memory?: CommandMemory | undefined
  /** Answer for repeats; null while unfinished. Default: done. */
  readonly answer?: Answer | null | undefined
}

/** Result of storing a battle's step. */
export interface Committed {
  readonly outcome: 'committed' | 'conflict' | 'answered'
  /** Token of the new version, if committed. */
  readonly token: string
  readonly nowMs: number
  readonly answer: Answer | undefined
  readonly unpublished: readonly Announcement[]
}

/** A stored battle. */
export interface Stored extends Basis {
  readonly battle: Battle
}

interface Claims {
  readonly nowMs: number
  readonly nextInMs: number
  readonly claimed: readonly Stored[]
}

/** Battles in Redis, one record per room. */
export interface BattleStore {
  readonly shards: readonly Shard[]
  load(roomId: string, memory?: CommandMemory): Promise<Loaded>
  commit(commit: Commit): Promise<Committed>
  remember(roomId: string, memory: CommandMemory, answer: Answer): Promise<Answer>
  /** Leases overdue battles, except commits that the caller `owns`. */
  claim(shard: Shard, owns: (roomId: string, token: string) => boolean): Promise<Claims>
  nowMs(): number
}

const CLOSED_KEPT_MS = 10 * 60_000
const CLAIM_LEASE_MS = 2_000
/** Head start of the committing pod. */
export const EFFECTS_LEAD_MS = 1_000
const DEADLINE_LEAD_MS = 100
const CLAIM_MAX = 16
const OVERDUE_MAX = 128

/** Stores each record and its effects by compare-and-set. */
export function createBattleStore(redis: Redis, prefix: string): BattleStore {
  const keysByShard = ALL_SHARDS.map((shard) => keysOf(prefix, shard))
  const keysFor = (roomId: string): ShardKeys => keysByShard[shardOf(roomId)] as ShardKeys
  const answerKey = (roomId: string, memory: CommandMemory | undefined): string => {
    const { answerPrefix } = keysFor(roomId)
    return memory ? `${answerPrefix}${roomId}:${memoryKey(memory)}` : answerPrefix
  }

  const clock = createStoreClock()
  const process = newId()
  let commits = 0

  return {
    shards: ALL_SHARDS,
    nowMs: () => clock.nowMs(),

    async load(roomId, memory) {
      const keys = keysFor(roomId)
      const [nowMs, version, token, state, answer] = await mapRedisErrors(
        loadScript.run(redis, [keys.recordPrefix + roomId, answerKey(roomId, memory)], []),
      )
      clock.observe(nowMs)
      return { nowMs, version: Number(version), token, battle: parseBattle(state), answer: parseAnswer(answer) }
    },

    async commit({ version, token, battle, effects, onForeign = false, memory, answer: given = DONE }) {
      const { roomId } = battle
      const newToken = `${process}:${(commits += 1)}`
      const settlements = effects.filter((effect) => effect.kind === 'settle')
      const announcements = effects.filter((effect) => effect.kind !== 'settle')
      const keys = keysFor(roomId)
      const [outcome, nowMs, answer, ...unpublished] = await mapRedisErrors(
        (version === 0 ? commitScript : commitWhenFullScript).run(
          redis,
          [
            keys.recordPrefix + roomId,
            keys.deadlines,
            keys.pending,
            keys.pendingFrom,
            keys.phases,
            answerKey(roomId, memory),
            keys.settlements,
            keys.settlementsFrom,
          ],
          [
            roomId,
            `${version} ${token}`,
            newToken,
            battle.phase,
            JSON.stringify(battle),
            isPlayed(battle) ? battle.deadlineMs : '',
            battle.phase === 'closed' ? CLOSED_KEPT_MS : '',
            memory && given ? JSON.stringify(given) : '',
            COMMAND_MEMORY_MS,
            EFFECTS_LEAD_MS,
            announcements.length,
            onForeign ? earlierUpdates(announcements).join(' ') : '',
            ...[...announcements, ...settlements].flatMap((effect) => [effectId(effect), JSON.stringify(effect)]),
          ],
        ),
      )
      clock.observe(nowMs)
      return {
        outcome,
        token: newToken,
        nowMs,
        answer: parseAnswer(answer),
        unpublished: unpublished.map((announcement) => JSON.parse(announcement) as Announcement),
      }
    },

    async remember(roomId, memory, answer) {
      const stored = await mapRedisErrors(
        rememberScript.run(redis, [answerKey(roomId, memory)], [JSON.stringify(answer), COMMAND_MEMORY_MS]),
      )
      return parseAnswer(stored) ?? answer
    },

    async claim(shard, owns) {
      const keys = keysOf(prefix, shard)
      const [seenAtMs, next, ...seen] = await overdueScript.run(
        redis,
        [keys.deadlines],
        [keys.recordPrefix, DEADLINE_LEAD_MS, OVERDUE_MAX],
      )
      clock.observe(seenAtMs)
      const rooms = inGroups(seen, 2).flatMap(([roomId = '', token = '']) => (owns(roomId, token) ? [] : [roomId]))
      const nextInMs = next === '' ? Infinity : Number(next)
      if (rooms.length === 0) return { nowMs: seenAtMs, nextInMs, claimed: [] }
      const [nowMs, ...fields] = await claimScript.run(
        redis,
        [keys.deadlines],
        [keys.recordPrefix, DEADLINE_LEAD_MS, CLAIM_LEASE_MS, ...rooms.slice(0, CLAIM_MAX)],
      )
      clock.observe(nowMs)
      const claimed = inGroups(fields, 3).flatMap(([version, token = '', state = '']) => {
        const battle = parseBattle(state)
        return battle ? [{ version: Number(version), token, battle }] : []
      })
      return { nowMs, nextInMs, claimed }
    },
  }
}

const DONE: Answer = {}

/** More accumulate only while publishing is pointless. */
const EARLIER_MAX = 4

function earlierUpdates(announcements: readonly Announcement[]): string[] {
  const first = announcements.find(({ kind }) => kind === 'update')
  if (first?.kind !== 'update') return []
  const { update } = first
  return Array.from({ length: Math.min(EARLIER_MAX, update.seq - 1) }, (_, back) =>
    effectId({ kind: 'update', update: { ...update, seq: update.seq - 1 - back } }),
  )
}

const inGroups = (fields: readonly string[], size: number): (readonly string[])[] =>
  Array.from({ length: fields.length / size }, (_, at) => fields.slice(at * size, (at + 1) * size))

const parseBattle = (state: string): Battle | undefined => (state === '' ? undefined : (JSON.parse(state) as Battle))
const parseAnswer = (answer: string): Answer | undefined => (answer === '' ? undefined : (JSON.parse(answer) as Answer))

/** `[now, version, token or '', state or '', answer or '']` */
const loadScript = defineScript<[number, string, string, string, string]>(`
-- KEYS: record, answer
${LUA_NOW}
local record = redis.call('HMGET', KEYS[1], 'version', 'token', 'state')
return { now, record[1] or '0', record[2] or '', record[3] or '', redis.call('GET', KEYS[2]) or '' }
`)

/** `['committed' or 'conflict' or 'answered', now, earlier answer or '', unpublished announcement, ...]` */
const COMMIT = `
-- KEYS: record, deadlines, pending, pending from, phases, answer, settlements, settlements from
-- ARGV: room id, version and token it was decided on, token, phase, state, deadline or '', ms to keep it or '',
--       answer or '', ms to keep the answer, ms until any pod may carry out the effects, how many of them are
--       announcements, ids of earlier announcements that are to be answered while they are pending, separated by
--       spaces, the latest first, then effect id, effect, ...: first the announcements, then the settlements
${LUA_NOW}
local record = redis.call('HMGET', KEYS[1], 'version', 'token', 'phase')
-- The same commit again: it was sent twice because a connection broke before its answer came.
if record[2] == ARGV[3] then return { 'committed', now, '' } end
local answer = redis.call('GET', KEYS[6])
if answer then return { 'answered', now, answer } end
local version = record[1] or '0'
if version .. ' ' .. (record[2] or '') ~= ARGV[2] then return { 'conflict', now, '' } end

redis.call('HSET', KEYS[1], 'version', version + 1, 'token', ARGV[3], 'phase', ARGV[4], 'state', ARGV[5])
if ARGV[6] == '' then redis.call('ZREM', KEYS[2], ARGV[1]) else redis.call('ZADD', KEYS[2], ARGV[6], ARGV[1]) end
if record[3] ~= ARGV[4] then
  if record[3] then redis.call('HINCRBY', KEYS[5], record[3], -1) end
  -- A record that will expire is not counted, since nothing would subtract it again.
  if ARGV[7] == '' then redis.call('HINCRBY', KEYS[5], ARGV[4], 1) end
end
if ARGV[7] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[7]) end
if ARGV[8] ~= '' then redis.call('SET', KEYS[6], ARGV[8], 'PX', ARGV[9]) end
local earlier = {}
for id in string.gmatch(ARGV[12], '%S+') do
  local left = redis.call('HGET', KEYS[3], id)
  if not left then break end
  table.insert(earlier, 1, left)
end
local settlements = 13 + 2 * ARGV[11]
for at = 13, #ARGV, 2 do
  local effects, from = KEYS[3], KEYS[4]
  if at >= settlements then effects, from = KEYS[7], KEYS[8] end
  redis.call('HSET', effects, ARGV[at], ARGV[at + 1])
  redis.call('ZADD', from, now + ARGV[10], ARGV[at])
end
return { 'committed', now, '', unpack(earlier) }
`
type CommitReply = ['committed' | 'conflict' | 'answered', number, string, ...string[]]
const commitScript = defineScript<CommitReply>(COMMIT)
/** Lets battles end when Redis is full. */
const commitWhenFullScript = defineScript<CommitReply>(COMMIT, { whenFull: true })

/** `[now, version, token, state, version, ...]` */
const claimScript = defineScript<[number, ...string[]]>(
  `
-- KEYS: deadlines. ARGV: prefix of the records, which lie in the same slot; ms that they must be overdue; lease in ms;
--       then the rooms
${LUA_NOW}
local answer = { now }
for at = 4, #ARGV do
  local room = ARGV[at]
  local deadline = tonumber(redis.call('ZSCORE', KEYS[1], room) or 'inf')
  local record = deadline <= now - ARGV[2] and redis.call('HMGET', ARGV[1] .. room, 'version', 'token', 'state')
  if not record then
    -- Another pod has taken or ended it.
  elseif record[1] then
    -- Out of sight of other pods for the lease; the commit sets the next deadline, and if none comes, the next claim.
    redis.call('ZADD', KEYS[1], now + ARGV[3], room)
    for field = 1, 3 do answer[#answer + 1] = record[field] end
  else
    redis.call('ZREM', KEYS[1], room)
  end
end
return answer
`,
  { whenFull: true },
)

/** `[now, ms until the next or '', room, token, room, ...]` */
const overdueScript = defineScript<[number, string, ...string[]]>(`
-- KEYS: deadlines. ARGV: prefix of the records, which lie in the same slot; ms that they must be overdue; at most so many
${LUA_NOW}
local overdue = redis.call('ZRANGE', KEYS[1], '-inf', now - ARGV[2], 'BYSCORE', 'LIMIT', 0, ARGV[3])
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local answer = { now, first[2] and tostring(tonumber(first[2]) + ARGV[2] - now) or '' }
for _, room in ipairs(overdue) do
  answer[#answer + 1] = room
  answer[#answer + 1] = redis.call('HGET', ARGV[1] .. room, 'token') or ''
end
return answer
`)
