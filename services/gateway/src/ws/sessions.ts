import { KlaError, newId, type CallContext, type Logger } from '@kla/chassis'
import type { Account, Identity } from '@kla/proto'
import { CLOSE } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import type { AuthClient } from '../clients/clients.js'
import { Turnstile } from '../turnstile.js'

/** What proves who somebody is: the cookie's secret, or a token handed out for `authenticate`. */
export type Credential = { readonly sessionId: string } | { readonly accessToken: string }

/** The part of a connection that a session closes. */
export interface SessionConnection {
  close(code: number, reason: string): void
}

/** Somebody who is signed in, with all connections that came with the same session. */
export interface Session {
  readonly key: string
  readonly account: Account
  readonly connections: Set<SessionConnection>
}

interface Entry extends Session {
  account: Account
  identity: Identity
  credential: Credential
  refreshing?: Promise<void>
}

export interface Sessions {
  /** Rejects with NOT_SIGNED_IN, or UNAVAILABLE when auth does not answer. */
  signIn(credential: Credential, connection: SessionConnection): Promise<Session>
  signOff(session: Session, connection: SessionConnection): void
  /**
   * Makes a call on the person's behalf. Where the service refuses for what the signed principal says of sign-in or age,
   * the principal is renewed and the call made once more: the person may have declared an age since it was signed.
   */
  call<T>(session: Session, call: (context: CallContext) => Promise<T>): Promise<T>
  /** The session has ended: its connections close (4001). */
  ended(sessionKey: string): void
  /** Renews principals that end soon, or all of them, which also finds out whose session has ended unheard. */
  renew(which: 'due' | 'all'): Promise<void>
}

// A principal lives about fifteen minutes; three leave room for an outage of auth.
const RENEW_BEFORE_MS = 180_000
const RENEW_AT_ONCE = 20
const ENDED_MAX = 10_000
// A sign-in that was under way when its session ended is settled long before this.
const ENDED_KEPT_MS = 60_000

export function createSessions(options: { auth: AuthClient; log: Logger; now?: () => number }): Sessions {
  const { auth, log, now = Date.now } = options
  const entries = new Map<string, Entry>()
  const endedLately = new LRUCache<string, true>({ max: ENDED_MAX, ttl: ENDED_KEPT_MS })

  const renewals = new Turnstile(RENEW_AT_ONCE)
  const warn = (error: unknown): void =>
    log.warn({ reason: KlaError.from(error).reason }, 'a principal could not be renewed')

  const resolve = (credential: Credential): Promise<Identity> =>
    'sessionId' in credential ? auth.resolveSession(credential) : auth.resolveAccessToken(credential)

  const refresh = (entry: Entry): Promise<void> => {
    entry.refreshing ??= resolve(entry.credential)
      .then((identity) => adopt(entry, identity))
      .catch((error: unknown) => {
        const refusal = KlaError.from(error)
        if (refusal.reason === 'NOT_SIGNED_IN') ended(entry.key)
        throw refusal
      })
      .finally(() => delete entry.refreshing)
    return entry.refreshing
  }

  const ended = (key: string): void => {
    endedLately.set(key, true)
    for (const connection of [...(entries.get(key)?.connections ?? [])]) {
      connection.close(CLOSE.SIGNED_OUT, 'signed out')
    }
  }

  const contextOf = async (entry: Entry): Promise<CallContext> => {
    if (entry.identity.principalExpiresAtMs <= now()) await refresh(entry)
    return { principal: entry.identity.principal, requestId: newId() }
  }

  return {
    async signIn(credential, connection) {
      const identity = await resolve(credential)
      const { account, sessionKey } = identity
      if (!account || endedLately.has(sessionKey)) throw new KlaError('NOT_SIGNED_IN')
      const known = entries.get(sessionKey)
      const entry = known ?? { key: sessionKey, account, identity, credential, connections: new Set() }
      entries.set(sessionKey, entry)
      if ('sessionId' in credential) entry.credential = credential
      adopt(entry, identity)
      entry.connections.add(connection)
      return entry
    },
    signOff(session, connection) {
      session.connections.delete(connection)
      if (session.connections.size === 0) entries.delete(session.key)
    },
    async call(session, call) {
      const entry = session as Entry
      try {
        return await call(await contextOf(entry))
      } catch (error) {
        const { reason } = KlaError.from(error)
        if (reason !== 'AGE_NOT_CONFIRMED' && reason !== 'NOT_SIGNED_IN') throw error
        await refresh(entry)
        return call(await contextOf(entry))
      }
    },
    ended,
    async renew(which) {
      const due = [...entries.values()].filter(
        ({ identity }) => which === 'all' || identity.principalExpiresAtMs - now() < RENEW_BEFORE_MS,
      )
      await Promise.all(due.map((entry) => renewals.run(() => refresh(entry).catch(warn))))
    },
  }
}

function adopt(entry: Entry, identity: Identity): void {
  entry.identity = identity
  if (identity.account) entry.account = identity.account
  // A token is renewed by the one it came with, so that it does not end while its connection stands.
  if ('accessToken' in entry.credential) entry.credential = { accessToken: identity.accessToken }
}
