import type { Redis } from '@kla/chassis'
import { indexScript, offerScript, openScript, useScript, type ValueState } from './scripts.js'

/** A session is known by its key, the hash of the id that its cookie begins with. */
export interface Session {
  readonly sessionKey: string
  readonly accountId: number
}

/** A parsed cookie value. The value itself is stored nowhere. */
export interface SessionValue {
  /** Hash of the session id, which stays the same. */
  readonly sessionKey: string
  /** Hash of the rotating secret; empty for the first value, which is the id alone. */
  readonly proof: string
}

/** A session as its owner sees it; Unix milliseconds by Redis' clock. */
export interface SessionView {
  readonly sessionKey: string
  readonly device: string
  readonly openedAtMs: number
  /** To the minute. */
  readonly seenAtMs: number
}

/** A session that was used with a value of its cookie. */
export interface SessionUse {
  readonly session: Session
  /**
   * "in-force": also shortly after it was replaced; "due": a next value should be offered; "offered": a next value is on
   * offer, made with `nonce`; "replaced": too long ago for a request under way, and the session is not prolonged.
   */
  readonly state: ValueState
  readonly nonce: string
  /** Unless it is used again; Unix milliseconds by Redis' clock. */
  readonly expiresAtMs: number
}

/** Milliseconds. */
export interface SessionLife {
  /** After the last use. */
  readonly ttlMs: number
  /** In all. */
  readonly maxMs: number
  /** How long a cookie value is in force before the next is offered. */
  readonly rotationMs: number
  /** How long the value before stays valid, and an offer the same. */
  readonly overlapMs: number
}

export interface SessionStore {
  /** Returns when the session expires without use: Unix milliseconds by Redis' clock. */
  open(session: Session, device: string): Promise<number>
  /** Prolongs and returns the session; undefined once it is over. For callers that have no cookie value to check. */
  use(sessionKey: string): Promise<Session | undefined>
  /** The same with a cookie value. It is never "due" unless the caller can hand the next one over. */
  present(value: SessionValue, canReplace: boolean): Promise<SessionUse | undefined>
  /**
   * Offers the value with the proof `next`, made with `nonce`, after `value`. Returns the nonce on offer, which is another
   * request's if that was faster; undefined once `value` is no longer in force.
   */
  offer(value: SessionValue, nonce: string, next: string): Promise<string | undefined>
  /** Does not prolong the session. */
  find(sessionKey: string): Promise<Session | undefined>
  remove(session: Session): Promise<void>
  /** May include expired sessions. */
  keysOf(accountId: number): Promise<string[]>
  /** Open sessions, last used first. */
  listOf(accountId: number): Promise<SessionView[]>
}

/** A session is prolonged after a twentieth of its life, at most a minute, which saves a write with most requests. */
const slackOf = (ttlMs: number): number => Math.min(60_000, Math.floor(ttlMs / 20))

export function createSessionStore(redis: Redis, prefix: string, life: SessionLife): SessionStore {
  const { ttlMs, maxMs, rotationMs, overlapMs } = life
  const key = (sessionKey: string): string => `${prefix}session:{${sessionKey}}`
  /** A sorted set of the account's session keys by expiry. */
  const indexKey = (accountId: number): string => `${prefix}sessions:{${accountId}}`
  const keysOf = (accountId: number): Promise<string[]> => redis.zrange(indexKey(accountId), 0, -1)
  const index = ({ accountId, sessionKey }: Session, lifeMs: number): Promise<number> =>
    indexScript.run(redis, [indexKey(accountId)], [lifeMs, sessionKey, ttlMs])

  async function view(sessionKey: string): Promise<SessionView | undefined> {
    const [device, openedAt, seenAt] = await redis.hmget(key(sessionKey), 'device', 'openedAt', 'seenAt')
    if (!openedAt) return undefined
    return { sessionKey, device: device ?? '', openedAtMs: Number(openedAt), seenAtMs: Number(seenAt) }
  }
  async function use(sessionKey: string, check: readonly (string | number)[]): Promise<SessionUse | undefined> {
    const found = await useScript.run(redis, [key(sessionKey)], [ttlMs, slackOf(ttlMs), maxMs, ...check])
    if (!found) return undefined
    const [accountId, prolongedMs, state, nonce, expiresAtMs] = found
    const session = { sessionKey, accountId: Number(accountId) }
    if (prolongedMs > 0) await index(session, prolongedMs)
    return { session, state, nonce, expiresAtMs }
  }

  return {
    keysOf,
    async open(session, device) {
      // The index first: a session that is missing from it could not be ended from another device.
      const lifeMs = Math.min(ttlMs, maxMs)
      const expiresAtMs = await index(session, lifeMs)
      await openScript.run(redis, [key(session.sessionKey)], [session.accountId, device, lifeMs])
      return expiresAtMs
    },
    use: async (sessionKey) => (await use(sessionKey, []))?.session,
    present: ({ sessionKey, proof }, canReplace) =>
      use(sessionKey, ['judged', proof, rotationMs, overlapMs, canReplace ? 'yes' : 'no']),
    async offer({ sessionKey, proof }, nonce, next) {
      return (await offerScript.run(redis, [key(sessionKey)], [proof, nonce, next, overlapMs])) ?? undefined
    },
    async find(sessionKey) {
      const accountId = await redis.hget(key(sessionKey), 'account')
      return accountId === null ? undefined : { sessionKey, accountId: Number(accountId) }
    },
    async remove({ sessionKey, accountId }) {
      await redis.del(key(sessionKey))
      await redis.zrem(indexKey(accountId), sessionKey)
    },
    async listOf(accountId) {
      const found = await Promise.all((await keysOf(accountId)).map(view))
      return found.filter((session) => session !== undefined).sort((a, b) => b.seenAtMs - a.seenAtMs)
    },
  }
}
