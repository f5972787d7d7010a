import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import type { MatchKeys } from './keys.js'
import type { Match } from './rules/ticket.js'

interface DueMatch {
  readonly id: string
  readonly accountIds: readonly [number, number]
}

export const toMember = ({ id, accountIds }: DueMatch): string => [id, ...accountIds].join(':')

function fromMember(member: string): DueMatch {
  const [id = '', one, other] = member.split(':')
  return { id, accountIds: [Number(one), Number(other)] }
}

/** Matches whose deadline has passed. */
export interface DueMatches {
  claim(limit: number): Promise<DueMatch[]>
  ensure(matches: readonly Match[]): Promise<void>
  forget(match: DueMatch): Promise<void>
  unkept(limit: number): Promise<number[]>
  forgetKept(accountId: number): Promise<void>
}

const CLAIM_MS = 2_000

const claimScript = defineScript<string[]>(`${LUA_NOW}
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, member in ipairs(found) do redis.call('ZADD', KEYS[1], now + ARGV[2], member) end
return found
`)

const unkeptScript = defineScript<string[]>(`${LUA_NOW}
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
`)

const forgetKeptScript = defineScript<number>(`
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
`)

export const createDueMatches = (redis: Redis, keys: MatchKeys): DueMatches => ({
  claim: async (limit) => (await mapRedisErrors(claimScript.run(redis, [keys.due], [limit, CLAIM_MS]))).map(fromMember),
  async ensure(matches) {
    if (matches.length === 0) return
    const entries = matches.flatMap((match) => [match.deadlineMs, toMember(match)])
    await mapRedisErrors(redis.zadd(keys.due, 'NX', ...entries))
  },
  async forget(match) {
    await mapRedisErrors(redis.zrem(keys.due, toMember(match)))
  },
  unkept: async (limit) => (await mapRedisErrors(unkeptScript.run(redis, [keys.kept], [limit]))).map(Number),
  async forgetKept(accountId) {
    await mapRedisErrors(forgetKeptScript.run(redis, [keys.kept, keys.ticket(accountId)], [accountId]))
  },
})
