import { KlaError, newId, type CallContext, type Logger } from '@kla/chassis'
import { CookieUse, type Account, type Identity, type Restriction } from '@kla/proto'
import { CLOSE, type BanScope, type Reason } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import { bannedBy } from '../shared/bans.js'
import type { AuthClient } from '../shared/clients.js'
import { ConcurrencyLimiter } from '../shared/concurrency.js'
import type { Restrictions } from './restrictions.js'

/** What proves who a connection belongs to: the cookie's value, or a token handed out for `authenticate`. */
export type Credential = CookieCredential | { readonly accessToken: string }

export interface CookieCredential {
  readonly sessionId: string
  /** It came a while ago: another value may be in force by now, and this one no sign that two hold the cookie. */
  readonly hasWaited?: boolean
}

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

/** What is kept of an identity for as long as somebody is here. */
type Proof = Pick<Identity, 'principal' | 'principalExpiresAtMs' | 'restrictionsVersion' | 'ageRevision'>

interface Entry extends Session {
  account: Account
  proof: Proof
  credential: Credential
  refreshing?: Promise<void>
}

export type Renewal = 'due' | 'outdated' | 'all'

export interface Sessions {
  /** Rejects with NOT_SIGNED_IN, or UNAVAILABLE when auth does not answer. */
  signIn(credential: Credential, connection: SessionConnection): Promise<Session>
  signOff(session: Session, connection: SessionConnection): void
  /**
   * Makes a call on the person's behalf. Where the service refuses for what the signed principal says of sign-in, age
   * or bans, the principal is renewed and the call made once more: the person may have declared an age since then.
   */
  call<T>(session: Session, call: (context: CallContext) => Promise<T>): Promise<T>
  /** The ban that forbids somebody now what belongs to `scope`, if there is one. */
  banAgainst(session: Session, scope: BanScope): Restriction | undefined
  /** Why rooms are closed to somebody now, for the player to read. */
  whyRoomsAreClosed(session: Session): string | undefined
  /** The session has ended: its connections close (4001). */
  ended(sessionKey: string): void
  /**
   * Renews principals, of one account if it is given: those that end soon or were signed before the bans that are known
   * now, only the latter, or all, which also finds out whose session has ended unheard.
   */
  renew(which: Renewal, accountId?: number): Promise<void>
  /** Who is signed in here. */
  accounts(): ReadonlySet<number>
}

// A principal lives about fifteen minutes; three leave room for an outage of auth.
const RENEW_BEFORE_MS = 180_000
const RENEW_CONCURRENCY = 20
const ENDED_MAX = 10_000
// A sign-in that was under way when its session ended is settled long before this.
const ENDED_KEPT_MS = 60_000

/** Refusals of services for a ban, and what it forbids. */
const FORBIDDEN: Readonly<Partial<Record<Reason, BanScope>>> = { BANNED: 'global', BANNED_FROM_ROOMS: 'rooms' }
/** Refusals for what a principal says of a person; a newer one may say differently. */
const SAID_BY_PRINCIPAL: ReadonlySet<string> = new Set([
  'NOT_SIGNED_IN',
  'AGE_NOT_CONFIRMED',
  ...Object.keys(FORBIDDEN),
])

export interface SessionsDeps {
  readonly auth: Pick<AuthClient, 'resolveSession' | 'resolveAccessToken'>
  readonly restrictions: Restrictions
  readonly log: Logger
  readonly now?: () => number
}

export function createSessions({ auth, restrictions, log, now = Date.now }: SessionsDeps): Sessions {
  const entries = new Map<string, Entry>()
  const endedLately = new LRUCache<string, true>({ max: ENDED_MAX, ttl: ENDED_KEPT_MS })

  const renewals = new ConcurrencyLimiter(RENEW_CONCURRENCY)
  const warn = (error: unknown): void =>
    log.warn({ reason: KlaError.from(error).reason }, 'a principal could not be renewed')

  const resolve = (credential: Credential, cookieUse: CookieUse): Promise<Identity> =>
    'sessionId' in credential
      ? auth.resolveSession({ sessionId: credential.sessionId, withoutAccessToken: true, cookieUse })
      : auth.resolveAccessToken(credential)

  const refresh = (entry: Entry): Promise<void> => {
    // The value that a connection came with is replaced while it stands.
    entry.refreshing ??= resolve(entry.credential, CookieUse.PROVEN)
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

  const adopt = (entry: Entry, identity: Identity): void => {
    entry.proof = proofOf(identity)
    if (identity.account) entry.account = identity.account
    // A token is renewed by the one it came with, so that it does not end while its connection stands.
    if ('accessToken' in entry.credential) entry.credential = { accessToken: identity.accessToken }
    restrictions.learn(entry.account.id, { version: identity.restrictionsVersion, restrictions: identity.restrictions })
    restrictions.learnAge(entry.account.id, { revision: identity.ageRevision, locked: entry.account.ageLocked })
  }

  /** Signed before the bans, or the lock on the age verdict, that are known now. */
  const isOutdated = ({ account, proof }: Entry): boolean =>
    proof.restrictionsVersion < restrictions.versionOf(account.id) ||
    proof.ageRevision < restrictions.ageRevisionOf(account.id)

  /** Services refuse for a ban; what it is for is known here. */
  const explained = (refusal: unknown, accountId: number): unknown => {
    const scope = FORBIDDEN[KlaError.from(refusal).reason]
    const ban = scope && restrictions.banAgainst(accountId, scope)
    return ban ? bannedBy(ban) : refusal
  }

  const endsSoon = ({ proof }: Entry): boolean => proof.principalExpiresAtMs - now() < RENEW_BEFORE_MS
  const isToRenew: Readonly<Record<Renewal, (entry: Entry) => boolean>> = {
    due: (entry) => endsSoon(entry) || isOutdated(entry),
    outdated: isOutdated,
    all: () => true,
  }

  const contextOf = async (entry: Entry): Promise<CallContext> => {
    if (entry.proof.principalExpiresAtMs <= now()) await refresh(entry)
    else if (isOutdated(entry)) await refresh(entry).catch(warn)
    return { principal: entry.proof.principal, requestId: newId() }
  }

  return {
    async signIn(credential, connection) {
      // No new value is asked for: an upgrade has been answered when it is known who sends it.
      const hasWaited = 'sessionId' in credential && credential.hasWaited
      const identity = await resolve(credential, hasWaited ? CookieUse.UNSPECIFIED : CookieUse.PRESENTED)
      const { account, sessionKey } = identity
      if (!account || endedLately.has(sessionKey)) throw new KlaError('NOT_SIGNED_IN')
      const known = entries.get(sessionKey)
      const entry = known ?? { key: sessionKey, account, proof: proofOf(identity), credential, connections: new Set() }
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
        if (!SAID_BY_PRINCIPAL.has(KlaError.from(error).reason)) throw error
        await refresh(entry)
        return await call(await contextOf(entry)).catch((refusal: unknown) => {
          throw explained(refusal, entry.account.id)
        })
      }
    },
    banAgainst: (session, scope) => restrictions.banAgainst(session.account.id, scope),
    whyRoomsAreClosed: (session) => restrictions.whyRoomsAreClosed(session.account.id),
    ended,
    async renew(which, accountId) {
      const due = [...entries.values()]
        .filter(({ account }) => accountId === undefined || account.id === accountId)
        .filter(isToRenew[which])
      await Promise.all(due.map((entry) => renewals.run(() => refresh(entry).catch(warn))))
    },
    accounts: () => new Set([...entries.values()].map(({ account }) => account.id)),
  }
}

const proofOf = ({ principal, principalExpiresAtMs, restrictionsVersion, ageRevision }: Identity): Proof => ({
  principal,
  principalExpiresAtMs,
  restrictionsVersion,
  ageRevision,
})
