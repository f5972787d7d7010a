import { type CallContext, KlaError, newId } from '@kla/chassis'
import { type Account, CookieUse, type Identity, type Restriction } from '@kla/proto'
import { type BanScope, CLOSE, type Reason } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { bannedBy } from '../../shared/bans.js'
import type { AuthClient } from '../../shared/clients.js'
import type { Warn } from '../rare-warnings.js'
import type { Restrictions } from './restrictions.js'

export type Credential = CookieCredential | { readonly accessToken: string }

export interface CookieCredential {
  readonly sessionId: string
  /** True if presented late: a newer value may be in force, without any theft. */
  readonly hasWaited?: boolean
}

export interface SessionConnection {
  /** Unit for limits, from `networkOf`. */
  readonly network: string
  close(code: number, reason: string): void
}

export interface Session {
  readonly key: string
  readonly account: Account
  readonly connections: Set<SessionConnection>
}

type Proof = Pick<
  Identity,
  'principal' | 'principalExpiresAtMs' | 'restrictionsVersion' | 'ageRevision' | 'nameRevision'
>

interface Entry extends Session {
  account: Account
  proof: Proof
  credential: Credential
  refreshing?: Promise<void>
}

export type Renewal = 'due' | 'outdated' | 'all'

export interface Sessions {
  signIn(credential: Credential, connection: SessionConnection): Promise<Session>
  signOff(session: Session, connection: SessionConnection): void
  /** Calls a service; if it refuses the principal, renews that and retries once. */
  call<T>(session: Session, call: (context: CallContext) => Promise<T>): Promise<T>
  banAgainst(session: Session, scope: BanScope): Restriction | undefined
  whyRoomsAreClosed(session: Session): string | undefined
  /** Closes the session's connections (4001). */
  ended(sessionKey: string): void
  /** Renews sessions that carry an older name. */
  renamed(change: { readonly accountId: number; readonly revision: number }): void
  /** Renews principals that are due, or older than known restrictions, or all, which also detects ended sessions. */
  renew(which: Renewal, accountId?: number): Promise<void>
  accounts(): ReadonlySet<number>
}

// Principals live 15 minutes; this leaves time for an outage of auth.
const RENEW_BEFORE_MS = 180_000
const RENEW_CONCURRENCY = 20
const ENDED_MAX = 10_000
const RENAMED_MAX = 100_000
// Longer than a sign-in takes.
const ENDED_KEPT_MS = 60_000
const FORBIDDEN: Readonly<Partial<Record<Reason, BanScope>>> = { BANNED: 'global', BANNED_FROM_ROOMS: 'rooms' }
/** Refusals that a new principal may change. */
const SAID_BY_PRINCIPAL: ReadonlySet<string> = new Set([
  'NOT_SIGNED_IN',
  'AGE_NOT_CONFIRMED',
  ...Object.keys(FORBIDDEN),
])

export interface SessionsDeps {
  readonly auth: Pick<AuthClient, 'resolveSession' | 'resolveAccessToken'>
  readonly restrictions: Restrictions
  readonly warn: Warn
  readonly now?: () => number
}

export function createSessions({ auth, restrictions, warn, now = Date.now }: SessionsDeps): Sessions {
  const entries = new Map<string, Entry>()
  const endedLately = new LRUCache<string, true>({ max: ENDED_MAX, ttl: ENDED_KEPT_MS })

  /** Kept beyond the last connection, since a concurrent sign-in may carry an older one. */
  const nameRevisions = new LRUCache<number, number>({ max: RENAMED_MAX })

  const limitRenewals = pLimit(RENEW_CONCURRENCY)
  const warnRenewal = (error: unknown): void =>
    warn({ reason: KlaError.from(error).reason }, 'a principal could not be renewed')

  const resolve = (credential: Credential, cookieUse: CookieUse, turn: string | undefined): Promise<Identity> =>
    'sessionId' in credential
      ? auth.resolveSession({ sessionId: credential.sessionId, withoutAccessToken: true, cookieUse }, { turn })
      : auth.resolveAccessToken(credential)

  const refresh = (entry: Entry): Promise<void> => {
    // The cookie value may have been replaced since.
    entry.refreshing ??= resolve(entry.credential, CookieUse.PROVEN, [...entry.connections][0]?.network)
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
    // Each token is renewed with the previous one.
    if ('accessToken' in entry.credential) entry.credential = { accessToken: identity.accessToken }
    restrictions.learn(entry.account.id, { version: identity.restrictionsVersion, restrictions: identity.restrictions })
    restrictions.learnAge(entry.account.id, { revision: identity.ageRevision, locked: entry.account.ageLocked })
  }

  const isOutdated = ({ account, proof }: Entry): boolean =>
    proof.restrictionsVersion < restrictions.versionOf(account.id) ||
    proof.ageRevision < restrictions.ageRevisionOf(account.id) ||
    (proof.nameRevision ?? 0) < (nameRevisions.get(account.id) ?? 0)

  /** Adds the known ban to a service's refusal. */
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
    else if (isOutdated(entry)) await refresh(entry).catch(warnRenewal)
    return { principal: entry.proof.principal, requestId: newId() }
  }

  const renew = async (which: Renewal, accountId?: number): Promise<void> => {
    const due = [...entries.values()]
      .filter(({ account }) => accountId === undefined || account.id === accountId)
      .filter(isToRenew[which])
    await Promise.all(due.map((entry) => limitRenewals(() => refresh(entry).catch(warnRenewal))))
  }

  return {
    async signIn(credential, connection) {
      // No rotation: the upgrade's response has been sent.
      const hasWaited = 'sessionId' in credential && credential.hasWaited
      const identity = await resolve(
        credential,
        hasWaited ? CookieUse.UNSPECIFIED : CookieUse.PRESENTED,
        connection.network,
      )
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
    renamed({ accountId, revision }) {
      if (revision <= (nameRevisions.get(accountId) ?? 0)) return
      nameRevisions.set(accountId, revision)
      void renew('outdated', accountId)
    },
    renew,
    accounts: () => new Set([...entries.values()].map(({ account }) => account.id)),
  }
}

const proofOf = ({
  principal,
  principalExpiresAtMs,
  restrictionsVersion,
  ageRevision,
  nameRevision,
}: Identity): Proof => ({
  principal,
  principalExpiresAtMs,
  restrictionsVersion,
  ageRevision,
  nameRevision,
})
