import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import type { Keys } from '../shared/redis.js'
import type { Room } from '../shared/rules/room.js'
import { type KeptMeeting, type Meeting, type MeetingChange, meetingChanges, MET_MAX, MET_MS } from './rules.js'

/** Meetings in Redis, kept for MET_MS. */
export interface MeetingStore {
  record(before: Room | undefined, after: Room): Promise<void>
  find(accountId: number, otherId: number, alias?: number): Promise<KeptMeeting | undefined>
  list(accountId: number, limit: number): Promise<MetList>
}

/** Meetings of an account, with the time. */
export interface MetList {
  readonly nowMs: number
  readonly met: readonly KeptMeeting[]
}

/** Accounts on leaderboards shown within MET_MS. */
export interface PublicNames {
  add(accountIds: readonly number[]): Promise<void>
  has(accountId: number): Promise<boolean>
}

/**
 * KEYS: meetings by other account (hash), last times (sorted set).
 * ARGV: MET_MS, MET_MAX, then per other account: field, 1 if together, meeting.
 * An ended meeting never replaces a newer one in another room.
 */
const REMEMBER = defineScript<number>(`${LUA_NOW}
local met, times = KEYS[1], KEYS[2]
for at = 3, #ARGV, 3 do
  local other, together, meeting = ARGV[at], ARGV[at + 1] == '1', cjson.decode(ARGV[at + 2])
  local known = redis.call('HGET', met, other)
  known = known and cjson.decode(known)
  local sameRoom = known and known.roomId == meeting.roomId
  if together or not known or sameRoom then
    if sameRoom then meeting.fromMs = math.min(meeting.fromMs, known.fromMs) end
    meeting.toMs = together and 0 or now
    redis.call('HSET', met, other, cjson.encode(meeting))
    redis.call('ZADD', times, now, other)
  end
end
local old = redis.call('ZRANGEBYSCORE', times, '-inf', now - ARGV[1])
for _, other in ipairs(redis.call('ZRANGE', times, 0, -1 - ARGV[2])) do table.insert(old, other) end
for _, other in ipairs(old) do
  redis.call('HDEL', met, other)
  redis.call('ZREM', times, other)
end
redis.call('PEXPIRE', met, ARGV[1])
return redis.call('PEXPIRE', times, ARGV[1])
`)

const FIND = defineScript<[string | null, string] | null>(`${LUA_NOW}
local last = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not last or tonumber(last) <= now - ARGV[2] then return nil end
return {redis.call('HGET', KEYS[1], ARGV[1]), last}
`)

/** `[now, other, last, meeting, other, ...]` */
const LIST = defineScript<[number, ...(string | null)[]]>(`${LUA_NOW}
local found = redis.call('ZREVRANGEBYSCORE', KEYS[2], '+inf', '(' .. now - ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[2])
local met = {now}
for at = 1, #found, 2 do
  for _, part in ipairs({found[at], found[at + 1], redis.call('HGET', KEYS[1], found[at])}) do table.insert(met, part) end
end
return met
`)

const ADD_NAMES = defineScript<number>(`${LUA_NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
for at = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[at]) end
return redis.call('PEXPIRE', KEYS[1], ARGV[1])
`)

const HAS_NAME = defineScript<number>(`${LUA_NOW}
local untilMs = redis.call('ZSCORE', KEYS[1], ARGV[1])
return untilMs and tonumber(untilMs) > now and 1 or 0
`)

/** Two aliases of one account count as two people. */
const fieldOf = (accountId: number, alias = accountId): string =>
  alias === accountId ? String(accountId) : `${accountId}:${alias}`

const accountIn = (field: string): number => Number(field.split(':')[0])

/** Text, because Lua confuses empty lists and objects. */
type Kept = Omit<Meeting, 'gatewayIds'> & { readonly gateways: string }

function readMeeting(record: string, otherId: number, last: string): KeptMeeting {
  const { gateways, ...meeting } = JSON.parse(record) as Kept
  return { ...meeting, otherId, lastMs: Number(last), gatewayIds: gateways === '' ? [] : gateways.split(',') }
}

export function createMeetingStore(redis: Redis, keys: Pick<Keys, 'met' | 'metTimes'>): MeetingStore {
  const remember = async (accountId: number, all: readonly MeetingChange[]): Promise<void> => {
    const args = all.flatMap(({ otherId, together, meeting: { gatewayIds, ...meeting } }) => [
      fieldOf(otherId, meeting.alias),
      together ? 1 : 0,
      JSON.stringify({ ...meeting, gateways: gatewayIds.join() }),
    ])
    await mapRedisErrors(
      REMEMBER.run(redis, [keys.met(accountId), keys.metTimes(accountId)], [MET_MS, MET_MAX, ...args]),
    )
  }

  return {
    async record(before, after) {
      const byAccount = new Map<number, MeetingChange[]>()
      for (const one of meetingChanges(before, after)) {
        byAccount.set(one.accountId, [...(byAccount.get(one.accountId) ?? []), one])
      }
      await Promise.all([...byAccount].map(([accountId, all]) => remember(accountId, all)))
    },
    async find(accountId, otherId, alias) {
      const names = [keys.met(accountId), keys.metTimes(accountId)]
      const [record, last] = (await mapRedisErrors(FIND.run(redis, names, [fieldOf(otherId, alias), MET_MS]))) ?? []
      return record && last ? readMeeting(record, otherId, last) : undefined
    },
    async list(accountId, limit) {
      const names = [keys.met(accountId), keys.metTimes(accountId)]
      const [nowMs, ...found] = await mapRedisErrors(LIST.run(redis, names, [MET_MS, limit]))
      const met: KeptMeeting[] = []
      for (let at = 0; at + 2 < found.length; at += 3) {
        const [other, last, record] = found.slice(at, at + 3)
        if (other && last && record) met.push(readMeeting(record, accountIn(other), last))
      }
      return { nowMs, met }
    },
  }
}

export const createPublicNames = (redis: Redis, { publicNames }: Pick<Keys, 'publicNames'>): PublicNames => ({
  async add(accountIds) {
    if (accountIds.length > 0) await mapRedisErrors(ADD_NAMES.run(redis, [publicNames], [MET_MS, ...accountIds]))
  },
  has: async (accountId) => (await mapRedisErrors(HAS_NAME.run(redis, [publicNames], [accountId]))) === 1,
})
