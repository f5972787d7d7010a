import { defineScript, type Redis } from '@kla/chassis'
import type { Session } from '../domain/session.js'

/** Sessions that somebody has set out to end and of which it has not been told everywhere yet. */
export interface EndingStore {
  /** Before anything is done: whoever dies from here on leaves the ending to another pod. */
  begin(session: Session): Promise<void>
  finish(session: Session): Promise<void>
  /** Endings that have been under way for too long. Nobody else gets them for as long again. */
  claimOverdue(): Promise<Session[]>
}

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
const beginScript = defineScript<number>(`${NOW}
return redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
`)
const CLAIM_MAX = 100
const claimScript = defineScript<string[]>(`${NOW}
local overdue = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ${CLAIM_MAX})
for _, member in ipairs(overdue) do redis.call('ZADD', KEYS[1], now + ARGV[1], member) end
return overdue
`)

/** `overdueMs`: how long an ending may take before another pod takes it over. */
export function createEndingStore(redis: Redis, prefix: string, overdueMs: number): EndingStore {
  const key = `${prefix}endings`
  return {
    async begin(session) {
      await beginScript.run(redis, [key], [overdueMs, memberOf(session)])
    },
    async finish(session) {
      await redis.zrem(key, memberOf(session))
    },
    async claimOverdue() {
      return (await claimScript.run(redis, [key], [overdueMs])).map(sessionOf)
    },
  }
}

const memberOf = ({ sessionKey, accountId }: Session): string => `${accountId}:${sessionKey}`

function sessionOf(member: string): Session {
  const at = member.indexOf(':')
  return { accountId: Number(member.slice(0, at)), sessionKey: member.slice(at + 1) }
}
