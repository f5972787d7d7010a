import { type Database, KlaError, prepared, type Principal } from '@kla/chassis'
import type { CheckedSession, Identity } from '@kla/proto'
import DataLoader from 'dataloader'
import { acceptsAge, type AgeRules, type AgeVerdict } from '../age/index.js'
import { nameChoiceOf } from '../names/index.js'
import { type AccountRestrictions, inForce, type Restriction } from '../restrictions/index.js'
import { type Account, ACCOUNT_COLUMNS, accountOf, type AccountRow, shownOf } from '../shared/accounts.js'
import type { SignedToken, TokenSigner } from '../shared/tokens.js'
import type { Session } from './store.js'

/** Access tokens only on request. Rejects with NOT_SIGNED_IN. */
export type Identify = (session: Session, include: { readonly accessToken: boolean }) => Promise<Identity>

export interface IdentifyDeps {
  readonly identities: IdentityStore
  readonly signPrincipal: SignPrincipal
  readonly signer: Pick<TokenSigner, 'access'>
  readonly age: AgeRules
  readonly now: () => number
}

export function createIdentify({ identities, signPrincipal, signer, age, now }: IdentifyDeps): Identify {
  return async (session, include) => {
    const found = await identities.find(session)
    if (!found) throw new KlaError('NOT_SIGNED_IN')
    const { account } = found
    const { nameRevision } = account
    const { ageConfirmed, restrictions } = standingOf(found, age, now())
    // Services get only what others may see, so cannot leak more.
    const { username, discordId, avatar } = shownOf(account)
    const { id: accountId, ageLocked, alias } = account
    const { sessionKey } = session
    const [principal, access] = await Promise.all([
      signPrincipal({
        accountId,
        username,
        discordId,
        avatar,
        ageConfirmed,
        sessionKey,
        nameRevision,
        alias,
        restrictions: restrictions.map(({ scope, untilMs }) => ({ scope, untilMs })),
      }),
      include.accessToken ? signer.access(session) : undefined,
    ])
    return {
      account: {
        id: accountId,
        username: account.username,
        globalName: account.globalName,
        discordId: account.discordId,
        avatar: account.avatar,
        avatarKey: account.avatarKey,
        ageConfirmed,
        ageLocked,
        shownName: username,
        nameChoice: nameChoiceOf(account, now()),
        alias,
      },
      sessionKey,
      principal: principal.token,
      principalExpiresAtMs: principal.expiresAtMs,
      accessToken: access?.token ?? '',
      restrictions,
      restrictionsVersion: found.restrictionsVersion,
      ageRevision: found.ageRevision,
      nameRevision,
    }
  }
}

/** Undefined if the session has ended. */
export type CheckSession = (session: Session) => Promise<CheckedSession | undefined>

export function createCheckSession({
  identities,
  age,
  now,
}: Pick<IdentifyDeps, 'identities' | 'age' | 'now'>): CheckSession {
  return async (session) => {
    const found = await identities.find(session)
    if (!found) return undefined
    const { ageConfirmed, restrictions } = standingOf(found, age, now())
    return {
      sessionKey: session.sessionKey,
      restrictionsVersion: found.restrictionsVersion,
      ageRevision: found.ageRevision,
      nameRevision: found.account.nameRevision,
      unrestricted: ageConfirmed && restrictions.length === 0,
    }
  }
}

/** What an account may do now. */
function standingOf(
  { account, verdicts, restrictions }: IdentityRecord,
  { policy, jurisdiction: usual }: AgeRules,
  nowMs: number,
): { readonly ageConfirmed: boolean; readonly restrictions: Restriction[] } {
  const { jurisdiction = usual, ageLocked } = account
  return {
    ageConfirmed: !ageLocked && acceptsAge(policy, jurisdiction, verdicts),
    restrictions: inForce(restrictions, nowMs),
  }
}

export type SignPrincipal = (principal: Principal) => Promise<SignedToken>

const REMEMBERED_MAX = 10_000
/** Leaves ten minutes of the principal's life. */
const REUSED_FOR_MS = 5 * 60_000

/** Reuses a session's token while its claims are the same, so services need not verify another. */
export function rememberPrincipals(signer: Pick<TokenSigner, 'principal'>, now: () => number): SignPrincipal {
  const remembered = new Map<
    string,
    { readonly claims: string; readonly signedAtMs: number; readonly token: SignedToken }
  >()
  return async (principal) => {
    const claims = JSON.stringify(principal)
    const last = remembered.get(principal.sessionKey)
    if (last?.claims === claims && now() - last.signedAtMs < REUSED_FOR_MS) return last.token
    const signedAtMs = now()
    const token = await signer.principal(principal)
    remembered.delete(principal.sessionKey)
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
    remembered.set(principal.sessionKey, { claims, signedAtMs, token })
    return token
  }
}

interface IdentityRecord {
  readonly account: Account
  readonly verdicts: readonly AgeVerdict[]
  readonly ageRevision: number
  readonly restrictions: AccountRestrictions['restrictions']
  readonly restrictionsVersion: number
}

/** Reads what identifies a session's player. */
export interface IdentityStore {
  /** Undefined without an account, or after an ending that Redis lacks. */
  find(session: Session): Promise<IdentityRecord | undefined>
}

interface Row extends AccountRow {
  verdicts: AgeVerdict[]
  age_revision: number
  version: number | null
  restrictions: Restriction[] | null
  ended: string[]
}

/** Shared by concurrent callers: runs for every page and connection. */
const FIND = prepared(
  'find identities',
  `SELECT ${ACCOUNT_COLUMNS}, age_revision, version, restrictions, ARRAY(
         SELECT json_build_object('method', given.method, 'jurisdiction', given.jurisdiction)
         FROM age_verdicts AS given WHERE given.account_id = id
       ) AS verdicts,
       ARRAY(SELECT session_key FROM unfinished_endings WHERE session_key = ANY($2)) AS ended
FROM accounts LEFT JOIN account_restrictions ON account_id = id WHERE id = ANY($1)`,
)

const FOUND_AT_ONCE_MAX = 100

export function createIdentityStore(database: Pick<Database, 'query'>): IdentityStore {
  // Not cached: bans apply from the next request.
  const asked = new DataLoader<Session, IdentityRecord | undefined>(
    async (sessions) => {
      const values = [sessions.map(({ accountId }) => accountId), sessions.map(({ sessionKey }) => sessionKey)]
      const { rows } = await database.query<Row>(FIND(values))
      const found = new Map(rows.map((row) => [row.id, recordOf(row)]))
      const ended = new Set(rows[0]?.ended)
      return sessions.map(({ accountId, sessionKey }) => (ended.has(sessionKey) ? undefined : found.get(accountId)))
    },
    { cache: false, maxBatchSize: FOUND_AT_ONCE_MAX },
  )
  return { find: (session) => asked.load(session) }
}

const recordOf = (row: Row): IdentityRecord => ({
  account: accountOf(row),
  verdicts: row.verdicts,
  ageRevision: row.age_revision,
  restrictions: row.restrictions ?? [],
  restrictionsVersion: row.version ?? 0,
})
