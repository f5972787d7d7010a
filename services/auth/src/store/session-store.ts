import { defineScript, type Redis } from '@kla/chassis'
import type { Session } from '../domain/session.js'
import { createSessionIndex } from './session-index.js'

/** A session as its owner sees it; Unix milliseconds by Redis' clock. */
export interface SessionView {
  readonly sessionKey: string
  readonly device: string
  readonly openedAtMs: number
  /** To the minute. */
  readonly seenAtMs: number
}

export interface SessionStore {
  /** `device`: its coarse name. Answers when the session expires if it is not used: Unix milliseconds by Redis' clock. */
  open(session: Session, device: string): Promise<number>
  /** The session, whose life this prolongs; nothing once it has expired or ended. */
  use(sessionKey: string): Promise<Session | undefined>
  /** The session as it is, its life not prolonged. */
  find(sessionKey: string): Promise<Session | undefined>
  remove(session: Session): Promise<void>
  /** The keys of an account's sessions; among them may be some that are over. */
  keysOf(accountId: number): Promise<string[]>
  /** An account's sessions that stand, the one last used first. */
  listOf(accountId: number): Promise<SessionView[]>
}

/**
 * A session's life is prolonged when a twentieth of it is gone, at most a minute: not with every request, and yet
 * nobody who comes back in time notices.
 */
const slackOf = (ttlMs: number): number => Math.min(60_000, Math.floor(ttlMs / 20))

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
const openScript = defineScript<number>(`${NOW}
redis.call('HSET', KEYS[1], 'account', ARGV[1], 'device', ARGV[2], 'openedAt', now, 'seenAt', now)
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
`)
const useScript = defineScript<[accountId: string, prolongedMs: number] | null>(`${NOW}
local account, opened = unpack(redis.call('HMGET', KEYS[1], 'account', 'openedAt'))
if not account then return nil end
local ttl, slack, ends = tonumber(ARGV[1]), tonumber(ARGV[2]), opened + tonumber(ARGV[3])
if now >= ends then
  redis.call('DEL', KEYS[1])
  return nil
end
local life = math.min(ttl, ends - now)
if redis.call('PTTL', KEYS[1]) > ttl - slack then return { account, 0 } end
redis.call('HSET', KEYS[1], 'seenAt', now)
redis.call('PEXPIRE', KEYS[1], life)
return { account, life }
`)

/** `ttlMs`: a session after its last use; `maxMs`: in all. */
export function createSessionStore(redis: Redis, prefix: string, ttlMs: number, maxMs: number): SessionStore {
  const key = (sessionKey: string): string => `${prefix}session:{${sessionKey}}`
  const index = createSessionIndex(redis, prefix, ttlMs)
  const view = async (sessionKey: string): Promise<SessionView | undefined> => {
    const [device, openedAt, seenAt] = await redis.hmget(key(sessionKey), 'device', 'openedAt', 'seenAt')
    if (!openedAt) return undefined
    return { sessionKey, device: device ?? '', openedAtMs: Number(openedAt), seenAtMs: Number(seenAt) }
  }
  return {
    async open(session, device) {
      // The index first: a session that is missing from it could not be ended from elsewhere.
      const lifeMs = Math.min(ttlMs, maxMs)
      const expiresAtMs = await index.add(session, lifeMs)
      await openScript.run(redis, [key(session.sessionKey)], [session.accountId, device, lifeMs])
      return expiresAtMs
    },
    async use(sessionKey) {
      const found = await useScript.run(redis, [key(sessionKey)], [ttlMs, slackOf(ttlMs), maxMs])
      if (!found) return undefined
      const session = { sessionKey, accountId: Number(found[0]) }
      if (found[1] > 0) await index.add(session, found[1])
      return session
    },
    async find(sessionKey) {
      const accountId = await redis.hget(key(sessionKey), 'account')
      return accountId === null ? undefined : { sessionKey, accountId: Number(accountId) }
    },
    async remove(session) {
      await redis.del(key(session.sessionKey))
      await index.remove(session)
    },
    keysOf: (accountId) => index.keysOf(accountId),
    async listOf(accountId) {
      const found = await Promise.all((await index.keysOf(accountId)).map(view))
      return found.filter((one) => one !== undefined).sort((one, other) => other.seenAtMs - one.seenAtMs)
    },
  }
}
