import { defineScript, type Redis } from '@kla/chassis'
import type { Session } from '../domain/session.js'
import { createSessionIndex } from './session-index.js'

export interface SessionStore {
  /** Answers when the session expires if it is not used: Unix milliseconds by Redis' clock. */
  open(session: Session): Promise<number>
  /** The session, whose life this prolongs; nothing once it has expired or ended. */
  use(sessionKey: string): Promise<Session | undefined>
  /** The session as it is, its life not prolonged. */
  find(sessionKey: string): Promise<Session | undefined>
  remove(session: Session): Promise<void>
  /** The keys of an account's sessions; among them may be some that are over. */
  keysOf(accountId: number): Promise<string[]>
}

/**
 * A session's life is prolonged when a twentieth of it is gone, at most a minute: not with every request, and yet
 * nobody who comes back in time notices.
 */
const slackOf = (ttlMs: number): number => Math.min(60_000, Math.floor(ttlMs / 20))

const useScript = defineScript<[accountId: string, prolonged: number] | null>(`
local account = redis.call('GET', KEYS[1])
if not account then return nil end
local left, ttl, slack = redis.call('PTTL', KEYS[1]), tonumber(ARGV[1]), tonumber(ARGV[2])
if left > ttl - slack then return { account, 0 } end
redis.call('PEXPIRE', KEYS[1], ttl)
return { account, 1 }
`)

export function createSessionStore(redis: Redis, prefix: string, ttlMs: number): SessionStore {
  const key = (sessionKey: string): string => `${prefix}session:{${sessionKey}}`
  const index = createSessionIndex(redis, prefix, ttlMs)
  return {
    async open(session) {
      // The index first: a session that is missing from it could not be ended from elsewhere.
      const expiresAtMs = await index.add(session)
      await redis.set(key(session.sessionKey), session.accountId, 'PX', ttlMs)
      return expiresAtMs
    },
    async use(sessionKey) {
      const found = await useScript.run(redis, [key(sessionKey)], [ttlMs, slackOf(ttlMs)])
      if (!found) return undefined
      const session = { sessionKey, accountId: Number(found[0]) }
      if (found[1] === 1) await index.add(session)
      return session
    },
    async find(sessionKey) {
      const accountId = await redis.get(key(sessionKey))
      return accountId === null ? undefined : { sessionKey, accountId: Number(accountId) }
    },
    async remove(session) {
      await redis.del(key(session.sessionKey))
      await index.remove(session)
    },
    keysOf: (accountId) => index.keysOf(accountId),
  }
}
