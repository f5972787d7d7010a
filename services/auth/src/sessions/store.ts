import { outageOf, type Redis } from '@kla/chassis'
import { indexScript, offerScript, openScript, useScript, type ValueState } from './scripts.js'

/** Session; its key is the hash of the id that the cookie begins with. */
export interface Session {
  readonly sessionKey: string
  readonly accountId: number
}

export interface SessionValue {
  readonly sessionKey: string
  /** Hash of the rotating secret; empty for the first value. */
  readonly proof: string
}

/** Session as its player sees it. Times are Unix milliseconds by Redis' clock. */
export interface SessionView {
  readonly sessionKey: string
  readonly device: string
  readonly openedAtMs: number
  /** Last use, to the minute. */
  readonly seenAtMs: number
}

export interface SessionUse {
  readonly session: Session
  /**
   * State: "due" if a next value should be offered, "offered" if it is, with `nonce`, "replaced" if another value has
   * been in force for longer than the overlap: then nothing is prolonged.
   */
  readonly state: ValueState
  readonly nonce: string
  readonly expiresAtMs: number
}

/** Lifetimes in milliseconds. */
export interface SessionLife {
  readonly ttlMs: number
  readonly maxMs: number
  /** Age of a value at which the next one is offered. */
  readonly rotationMs: number
  /** Time for which a replaced value stays valid. */
  readonly overlapMs: number
}

export interface SessionStore {
  /** Returns the expiry: Unix milliseconds by Redis' clock. */
  open(session: Session, device: string): Promise<number>
  /** Prolongs the session; undefined once it is over. */
  use(sessionKey: string): Promise<Session | undefined>
  /** Prolongs the session and checks the cookie value; undefined once it is over. */
  present(value: SessionValue, canReplace: boolean): Promise<SessionUse | undefined>
  /** Returns the nonce on offer, perhaps a concurrent request's; undefined once `value` is no longer current. */
  offer(value: SessionValue, nonce: string, next: string): Promise<string | undefined>
  find(sessionKey: string): Promise<Session | undefined>
  remove(session: Session): Promise<void>
  /** Lists session keys; some may have expired. */
  keysOf(accountId: number): Promise<string[]>
  /** Lists sessions, last used first. */
  listOf(accountId: number): Promise<SessionView[]>
}

/** Lag of the expiry, which saves a write on most requests. */
const slackOf = (ttlMs: number): number => Math.min(60_000, Math.floor(ttlMs / 20))

const TAKES_NO_WRITES: ReadonlySet<unknown> = new Set(['read-only', 'full'])
/** Slack longer than any session lives. */
const NEVER_MS = Number.MAX_SAFE_INTEGER

export function createSessionStore(redis: Redis, prefix: string, life: SessionLife): SessionStore {
  const { ttlMs, maxMs, rotationMs, overlapMs } = life
  const key = (sessionKey: string): string => `${prefix}session:{${sessionKey}}`
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
    const useWith = (slackMs: number) => useScript.run(redis, [key(sessionKey)], [ttlMs, slackMs, maxMs, ...check])
    // A session that cannot be prolonged now still works for reads.
    const found = await useWith(slackOf(ttlMs)).catch((error: unknown) => {
      if (!TAKES_NO_WRITES.has(outageOf(error))) throw error
      return useWith(NEVER_MS)
    })
    if (!found) return undefined
    const [accountId, prolongedMs, state, nonce, expiresAtMs] = found
    const session = { sessionKey, accountId: Number(accountId) }
    if (prolongedMs > 0) await index(session, prolongedMs)
    return { session, state, nonce, expiresAtMs }
  }

  return {
    keysOf,
    async open(session, device) {
      // Indexed first: a session missing from the index could not be ended elsewhere.
      const lifeMs = Math.min(ttlMs, maxMs)
      const expiresAtMs = await index(session, lifeMs)
      await openScript.run(redis, [key(session.sessionKey)], [session.accountId, device, lifeMs])
      return expiresAtMs
    },
    use: async (sessionKey) => (await use(sessionKey, []))?.session,
    present: ({ sessionKey, proof }, canReplace) =>
      use(sessionKey, ['check', proof, rotationMs, overlapMs, canReplace ? 'yes' : 'no']),
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
