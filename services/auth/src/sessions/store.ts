import { outageOf, type Redis } from '@kla/chassis'
import { indexScript, offerScript, openScript, useScript, type ValueState } from './scripts.js'

/** Session, keyed by the hashed id in its cookie. */
export interface Session {
  readonly sessionKey: string
  readonly accountId: number
}

/** Cookie value, split into key and proof. */
export interface SessionValue {
  readonly sessionKey: string
  /** Hash of the rotating secret; empty for the first value. */
  readonly proof: string
}

/** Session as its player sees it, Unix milliseconds by Redis' clock. */
export interface SessionView {
  readonly sessionKey: string
  readonly device: string
  readonly openedAtMs: number
  readonly seenAtMs: number
}

export interface SessionUse {
  readonly session: Session
  /**
   * "due" offers a next value, "offered" has one with `nonce`; "replaced" means replaced before the overlap: nothing is
   * prolonged.
   */
  readonly state: ValueState
  readonly nonce: string
  readonly expiresAtMs: number
}

export interface SessionLife {
  readonly ttlMs: number
  readonly maxMs: number
  readonly rotationMs: number
  readonly overlapMs: number
}

/** Sessions of players, kept in Redis. */
export interface SessionStore {
  /** Returns the expiry: Unix milliseconds by Redis' clock. */
  open(session: Session, device: string): Promise<number>
  use(sessionKey: string): Promise<Session | undefined>
  /** Checks the cookie value too. */
  present(value: SessionValue, canReplace: boolean): Promise<SessionUse | undefined>
  /** Returns the nonce on offer, perhaps a concurrent request's; undefined for a replaced `value`. */
  offer(value: SessionValue, nonce: string, next: string): Promise<string | undefined>
  find(sessionKey: string): Promise<Session | undefined>
  remove(session: Session): Promise<void>
  keysOf(accountId: number): Promise<string[]>
  listOf(accountId: number): Promise<SessionView[]>
}

const slackOf = (ttlMs: number): number => Math.min(60_000, Math.floor(ttlMs / 20))

const TAKES_NO_WRITES: ReadonlySet<unknown> = new Set(['read-only', 'full'])
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
    // Sessions that cannot be prolonged still work for reads.
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
      // Indexed first: otherwise it could not be ended elsewhere.
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
