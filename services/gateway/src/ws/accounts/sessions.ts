import { type CallContext, KlaError, newId } from '@kla/chassis'
import {
  Account,
  CHECK_SESSIONS_MAX,
  type CheckedSession,
  CookieUse,
  type Identity,
  messageOf,
  type Restriction,
} from '@kla/proto'
import { type BanScope, CLOSE, type Reason, type ServerEventName, type ServerEvents } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { atMost } from '../../shared/at-most.js'
import { bannedBy } from '../../shared/bans.js'
import type { AuthClient } from '../../shared/clients.js'
import type { Warn } from '../rare-warnings.js'
import type { Restrictions } from './restrictions.js'
import type { Returning } from './return-token.js'

/** Cookie or access token that signs a connection in. */
export type Credential = CookieCredential | { readonly accessToken: string }

export interface CookieCredential {
  readonly sessionId: string
  /** True if presented late: a newer value may be in force, without theft. */
  readonly hasWaited?: boolean
}

/** What a session needs of its connections. */
export interface SessionConnection {
  readonly network: string
  /** True if it wants `return-token`. */
  readonly wantsTokens: boolean
  event<Name extends ServerEventName>(event: Name, data: ServerEvents[Name]): void
  close(code: number, reason: string): void
}

/** A signed-in session with connections here. */
export interface Session {
  readonly key: string
  readonly account: Account
}

type Proof = Pick<
  Identity,
  'principal' | 'principalExpiresAtMs' | 'restrictionsVersion' | 'ageRevision' | 'nameRevision'
>

interface Entry<C> extends Session {
  readonly connections: Set<C>
  account: Account
  proof: Proof
  credential: Credential
  /** When auth last answered for it, Unix milliseconds; 0 if it has not. */
  resolvedAtMs: number
  /** True if its principal may bring the client back without a call: by its cookie, and unrestricted. */
  mayReturn: boolean
  refreshing?: Promise<void>
}

/** Kinds of sessions that a renewal covers: those due for it, those with outdated names, or all. */
export type Renewal = 'due' | 'outdated' | 'all'

/** Sessions with connections at this gateway. */
export interface Sessions<C extends SessionConnection = SessionConnection> {
  signIn(credential: Credential, connection: C): Promise<Session>
  /**
   * Signs in a returning player without asking auth, who checks the session within a second (`checkReturned`). Undefined if
   * this gateway knows of a change since the token was signed, or of another value of the cookie.
   */
  resume(returning: Returning, credential: CookieCredential, connection: C): Session | undefined
  signOff(session: Session, connection: C): void
  /** Renews a refused principal and retries once. */
  call<T>(session: Session, call: (context: CallContext) => Promise<T>): Promise<T>
  banAgainst(session: Session, scope: BanScope): Restriction | undefined
  roomsClosedReason(session: Session): string | undefined
  /** Closes the connections of a session that has ended, with code 4001. An administrator's has none, but is remembered. */
  ended(sessionKey: string): void
  /** True if the session ended in the last minutes, whose answer may still be on its way. */
  hasEnded(sessionKey: string): boolean
  /** Renews sessions that carry an older name. */
  renamed(change: { readonly accountId: number; readonly revision: number }): void
  /** Renews principals that are due, outdated or all, which also detects ended sessions. */
  renew(which: Renewal, accountId?: number): Promise<void>
  /** Asks auth about sessions that were resumed; those that have ended close. Without an answer it asks again. */
  checkReturned(): Promise<void>
  accounts(): Iterable<number>
  connectionsOf(accountId: number): Iterable<C>
}

// Principals live 15 minutes: time for an outage of auth.
const RENEW_BEFORE_MS = 180_000
// Access tokens live 5 minutes, and each answer of auth brings a new one: the same time for an outage.
const RENEW_TOKEN_AFTER_MS = 120_000
const RENEW_CONCURRENCY = 20
const ENDED_MAX = 10_000
const RENAMED_MAX = 100_000
// As long as principals live, which may resume sessions.
const ENDED_KEPT_MS = 15 * 60_000
const FORBIDDEN: Readonly<Partial<Record<Reason, BanScope>>> = { BANNED: 'global', BANNED_FROM_ROOMS: 'rooms' }
/** Refusals that a new principal may change. */
const SAID_BY_PRINCIPAL: ReadonlySet<string> = new Set([
  'NOT_SIGNED_IN',
  'AGE_NOT_CONFIRMED',
  ...Object.keys(FORBIDDEN),
])

export interface SessionsDeps {
  readonly auth: Pick<AuthClient, 'resolveSession' | 'resolveAccessToken' | 'checkSessions'>
  readonly restrictions: Restrictions
  /** Called if an identity carries new restrictions. */
  readonly restricted: (accountId: number) => void
  readonly warn: Warn
  readonly now?: () => number
}

export function createSessions<C extends SessionConnection>({
  auth,
  restrictions,
  restricted,
  warn,
  now = Date.now,
}: SessionsDeps): Sessions<C> {
  const entries = new Map<string, Entry<C>>()
  const entriesOf = new Map<number, Set<Entry<C>>>()
  /** Sessions that were resumed, until auth has checked them. */
  const unchecked = new Set<Entry<C>>()
  let checking: Promise<void> | undefined
  const endedLately = new LRUCache<string, true>({ ...atMost(ENDED_MAX), ttl: ENDED_KEPT_MS })
  /** Values of cookies that auth refused: they sign in by asking it alone. Their sessions may go on by newer values. */
  const refusedLately = new LRUCache<string, true>({ ...atMost(ENDED_MAX), ttl: ENDED_KEPT_MS })

  /** Revisions outlive connections: a concurrent sign-in may carry an older name. */
  const nameRevisions = new LRUCache<number, number>(atMost(RENAMED_MAX))

  const limitRenewals = pLimit(RENEW_CONCURRENCY)
  const warnRenewal = (error: unknown): void =>
    warn({ reason: KlaError.from(error).reason }, 'a principal could not be renewed')

  const resolve = (credential: Credential, cookieUse: CookieUse, turn: string | undefined): Promise<Identity> =>
    'sessionId' in credential
      ? auth.resolveSession({ sessionId: credential.sessionId, withoutAccessToken: true, cookieUse }, { turn })
      : auth.resolveAccessToken(credential)

  const refresh = (entry: Entry<C>): Promise<void> => {
    const { credential } = entry
    // The cookie value may have changed.
    entry.refreshing ??= resolve(credential, CookieUse.PROVEN, [...entry.connections][0]?.network)
      .then((identity) => adopt(entry, identity))
      .catch((error: unknown) => {
        const refusal = KlaError.from(error)
        if (refusal.reason === 'NOT_SIGNED_IN') refused(entry, credential)
        throw refusal
      })
      .finally(() => delete entry.refreshing)
    return entry.refreshing
  }

  /** An access token ends before its session does, so its refusal bars no other credential. */
  const refused = (entry: Entry<C>, credential: Credential): void => {
    if ('sessionId' in credential) ended(entry.key)
    else if (entry.credential === credential) signOut(entry)
  }

  const ended = (key: string): void => {
    endedLately.set(key, true)
    const entry = entries.get(key)
    if (entry) signOut(entry)
  }

  const signOut = ({ connections }: Entry<C>): void => {
    for (const connection of [...connections]) connection.close(CLOSE.SIGNED_OUT, 'signed out')
  }

  const adopt = (entry: Entry<C>, identity: Identity): void => {
    const isNew = entry.proof.principal !== identity.principal
    entry.proof = proofOf(identity)
    entry.resolvedAtMs = now()
    unchecked.delete(entry)
    if (identity.account) entry.account = identity.account
    entry.mayReturn =
      'sessionId' in entry.credential && entry.account.ageConfirmed && identity.restrictions.length === 0
    if (isNew) for (const connection of entry.connections) sendToken(entry, connection)
    if ('accessToken' in entry.credential) entry.credential = { accessToken: identity.accessToken }
    const { id, ageLocked } = entry.account
    const isBanNew = restrictions.apply(id, {
      version: identity.restrictionsVersion,
      restrictions: identity.restrictions,
    })
    const isAgeNew = restrictions.applyAge(id, { revision: identity.ageRevision, locked: ageLocked })
    if (isBanNew || isAgeNew) restricted(id)
  }

  const sendToken = ({ mayReturn, proof }: Entry<C>, connection: C): void => {
    if (mayReturn && connection.wantsTokens) connection.event('return-token', { token: proof.principal })
  }

  const enter = (entry: Entry<C>, connection: C): void => {
    const { key, account } = entry
    entries.set(key, entry)
    entriesOf.set(account.id, (entriesOf.get(account.id) ?? new Set()).add(entry))
    entry.connections.add(connection)
  }

  const takeChecked = async (entry: Entry<C>, checked: CheckedSession | undefined): Promise<void> => {
    if (!checked) {
      if ('sessionId' in entry.credential) refusedLately.set(entry.credential.sessionId, true)
      return signOut(entry)
    }
    const { restrictionsVersion, ageRevision, nameRevision, unrestricted } = checked
    if (!unrestricted || nameRevision > (entry.proof.nameRevision ?? 0)) return limitRenewals(() => refresh(entry))
    entry.proof = { ...entry.proof, restrictionsVersion, ageRevision }
    unchecked.delete(entry)
  }

  const checkAll = async (): Promise<void> => {
    const due = [...unchecked]
    while (due.length > 0) {
      const some = due.splice(0, CHECK_SESSIONS_MAX)
      const sessionIds = some.flatMap(({ credential }) => ('sessionId' in credential ? [credential.sessionId] : []))
      const { sessions } = await auth.checkSessions({ sessionIds })
      const found = new Map(sessions.map((one) => [one.sessionKey, one]))
      // A sign-in may have come meanwhile.
      const still = some.filter((entry) => unchecked.has(entry))
      await Promise.all(still.map((entry) => takeChecked(entry, found.get(entry.key)).catch(warnRenewal)))
    }
  }

  const isOutdated = ({ account, proof }: Entry<C>): boolean =>
    proof.restrictionsVersion < restrictions.versionOf(account.id) ||
    proof.ageRevision < restrictions.ageRevisionOf(account.id) ||
    (proof.nameRevision ?? 0) < (nameRevisions.get(account.id) ?? 0)

  const explained = (refusal: unknown, accountId: number): unknown => {
    const scope = FORBIDDEN[KlaError.from(refusal).reason]
    const ban = scope && restrictions.banAgainst(accountId, scope)
    return ban ? bannedBy(ban) : refusal
  }

  const endsSoon = ({ proof, credential, resolvedAtMs }: Entry<C>): boolean =>
    proof.principalExpiresAtMs - now() < RENEW_BEFORE_MS ||
    ('accessToken' in credential && now() - resolvedAtMs >= RENEW_TOKEN_AFTER_MS)
  const isToRenew: Readonly<Record<Renewal, (entry: Entry<C>) => boolean>> = {
    due: (entry) => endsSoon(entry) || isOutdated(entry),
    outdated: isOutdated,
    all: () => true,
  }

  const contextOf = async (entry: Entry<C>): Promise<CallContext> => {
    if (entry.proof.principalExpiresAtMs <= now()) await refresh(entry)
    else if (isOutdated(entry)) await refresh(entry).catch(warnRenewal)
    return { principal: entry.proof.principal, requestId: newId() }
  }

  const renew = async (which: Renewal, accountId?: number): Promise<void> => {
    const candidates = accountId === undefined ? entries.values() : (entriesOf.get(accountId) ?? [])
    const due = [...candidates].filter(isToRenew[which])
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
      const entry: Entry<C> = known ?? {
        key: sessionKey,
        account,
        proof: proofOf(identity),
        credential,
        resolvedAtMs: 0,
        mayReturn: false,
        connections: new Set(),
      }
      if ('sessionId' in credential) entry.credential = credential
      adopt(entry, identity)
      enter(entry, connection)
      sendToken(entry, connection)
      return entry
    },
    resume({ token, expiresAtMs, principal }, credential, connection) {
      const { sessionKey, accountId, username, discordId, avatar, alias, nameRevision } = principal
      if (endedLately.has(sessionKey) || refusedLately.has(credential.sessionId)) return undefined
      const known = entries.get(sessionKey)
      const entry: Entry<C> = known ?? {
        key: sessionKey,
        account: messageOf(Account, { id: accountId, username, discordId, avatar, alias, ageConfirmed: true }),
        proof: {
          principal: token,
          principalExpiresAtMs: expiresAtMs,
          restrictionsVersion: 0,
          ageRevision: 0,
          nameRevision,
        },
        credential,
        resolvedAtMs: 0,
        mayReturn: true,
        connections: new Set(),
      }
      // Auth judges the value of the cookie that the entry has.
      const isSameCookie = 'sessionId' in entry.credential && entry.credential.sessionId === credential.sessionId
      if (!isSameCookie || isOutdated(entry)) return undefined
      enter(entry, connection)
      if (!known) unchecked.add(entry)
      return entry
    },
    signOff(session, connection) {
      const entry = session as Entry<C>
      entry.connections.delete(connection)
      if (entry.connections.size > 0) return
      unchecked.delete(entry)
      if (entries.get(entry.key) === entry) entries.delete(entry.key)
      const { id } = entry.account
      entriesOf.get(id)?.delete(entry)
      if (entriesOf.get(id)?.size === 0) entriesOf.delete(id)
    },
    async call(session, call) {
      const entry = session as Entry<C>
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
    roomsClosedReason: (session) => restrictions.roomsClosedReason(session.account.id),
    ended,
    hasEnded: (sessionKey) => endedLately.has(sessionKey),
    renamed({ accountId, revision }) {
      if (revision <= (nameRevisions.get(accountId) ?? 0)) return
      nameRevisions.set(accountId, revision)
      void renew('outdated', accountId)
    },
    renew,
    checkReturned() {
      checking ??= checkAll()
        .catch(warnRenewal)
        .finally(() => (checking = undefined))
      return checking
    },
    accounts: () => entriesOf.keys(),
    connectionsOf: (accountId) => [...(entriesOf.get(accountId) ?? [])].flatMap(({ connections }) => [...connections]),
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
