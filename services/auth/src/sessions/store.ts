import type { Redis } from '@kla/chassis'
import type { SessionValue } from './cookie.js'
import { createSessionIndex, offerScript, openScript, useScript, type ValueState } from './scripts.js'

/** A session is known by its key, the hash of the id that the cookie begins with. */
export interface Session {
  readonly sessionKey: string
  readonly accountId: number
}

/** A session as its owner sees it; Unix milliseconds by Redis' clock. */
interface SessionView {
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
   * "in-force", also for a moment after it was replaced; "due": another is to take its place; "offered": another is being
   * offered, made with `nonce`; "replaced": for longer than any request is under way. The last prolongs nothing.
   */
  readonly state: ValueState
  readonly nonce: string
  /** When it expires if it is not used again: Unix milliseconds by Redis' clock. */
  readonly expiresAtMs: number
}

interface SessionLife {
  /** After the last use, and in all; milliseconds, as the others. */
  readonly ttlMs: number
  readonly maxMs: number
  /** For how long a value of the cookie is in force before another is offered. */
  readonly rotationMs: number
  /** How long the value before is good, and how long all who ask are offered the same. */
  readonly overlapMs: number
}

export interface SessionStore {
  /** `device`: its coarse name. Answers when the session expires if it is not used: Unix milliseconds by Redis' clock. */
  open(session: Session, device: string): Promise<number>
  /** The session, whose life this prolongs; nothing once it has expired or ended. For callers without a cookie's value to judge. */
  use(sessionKey: string): Promise<Session | undefined>
  /** The same for who has come with a value of the cookie; no value is ever "due" unless the next one can be handed over. */
  present(value: SessionValue, canReplace: boolean): Promise<SessionUse | undefined>
  /**
   * Offers the value with the proof `next`, made with `nonce`, in the place of `value`. Answers the nonce of what is
   * offered, which is another where another request was faster; nothing once `value` is not in force any more.
   */
  offer(value: SessionValue, nonce: string, next: string): Promise<string | undefined>
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

export function createSessionStore(redis: Redis, prefix: string, life: SessionLife): SessionStore {
  const { ttlMs, maxMs, rotationMs, overlapMs } = life
  const key = (sessionKey: string): string => `${prefix}session:{${sessionKey}}`
  const index = createSessionIndex(redis, prefix, ttlMs)
  const view = async (sessionKey: string): Promise<SessionView | undefined> => {
    const [device, openedAt, seenAt] = await redis.hmget(key(sessionKey), 'device', 'openedAt', 'seenAt')
    if (!openedAt) return undefined
    return { sessionKey, device: device ?? '', openedAtMs: Number(openedAt), seenAtMs: Number(seenAt) }
  }
  async function use(sessionKey: string, judged: readonly (string | number)[]): Promise<SessionUse | undefined> {
    const found = await useScript.run(redis, [key(sessionKey)], [ttlMs, slackOf(ttlMs), maxMs, ...judged])
    if (!found) return undefined
    const [accountId, prolongedMs, state, nonce, expiresAtMs] = found
    const session = { sessionKey, accountId: Number(accountId) }
    if (prolongedMs > 0) await index.add(session, prolongedMs)
    return { session, state, nonce, expiresAtMs }
  }

  return {
    async open(session, device) {
      // The index first: a session that is missing from it could not be ended from elsewhere.
      const lifeMs = Math.min(ttlMs, maxMs)
      const expiresAtMs = await index.add(session, lifeMs)
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
