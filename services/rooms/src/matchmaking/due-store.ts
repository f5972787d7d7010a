import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { NOW } from '../shared/redis.js'
import type { MatchKeys } from './keys.js'
import type { Match } from './rules/ticket.js'

/** A match as the list of due ones names it: its id, and in whose tickets it is. */
interface DueMatch {
  readonly id: string
  readonly accountIds: readonly [number, number]
}

export const toMember = ({ id, accountIds }: DueMatch): string => [id, ...accountIds].join(':')

function fromMember(member: string): DueMatch {
  const [id = '', one, other] = member.split(':')
  return { id, accountIds: [Number(one), Number(other)] }
}

/** Matches that somebody has to look at, and searches that nobody keeps any more. */
export interface DueMatches {
  /** Takes matches whose time has come; they are the caller's for two seconds. */
  claim(limit: number): Promise<DueMatch[]>
  /** Sees to it that matches which must be over are looked at, if they are not on the list. */
  ensure(matches: readonly Match[]): Promise<void>
  /** Drops a match that is in no ticket any more. */
  forget(match: DueMatch): Promise<void>
  /** Accounts whose search nobody has kept. */
  unkept(limit: number): Promise<number[]>
  /** Drops an account that has no search from those that are to be kept. */
  forgetKept(accountId: number): Promise<void>
}

const CLAIM_MS = 2_000

const claimScript = defineScript<string[]>(`${NOW}
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, member in ipairs(found) do redis.call('ZADD', KEYS[1], now + ARGV[2], member) end
return found
`)

const unkeptScript = defineScript<string[]>(`${NOW}
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
