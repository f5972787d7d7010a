import { KlaError, type Database, type Principal } from '@kla/chassis'
import type { Identity } from '@kla/proto'
import { acceptsAge, type AgeRules, type AgeVerdict } from '../age/index.js'
import { inForce, type AccountRestrictions, type Restriction } from '../restrictions/index.js'
import { ACCOUNT_COLUMNS, accountOf, type Account, type AccountRow } from '../shared/accounts.js'
import type { SignedToken, TokenSigner } from '../shared/tokens.js'
import type { Session } from './store.js'

/**
 * The account of a session with its restrictions, and the tokens that prove it; the access token, which is for clients, only
 * on request. Rejects with NOT_SIGNED_IN.
 */
export type Identify = (session: Session, include: { readonly accessToken: boolean }) => Promise<Identity>

export interface IdentifyDeps {
  readonly identities: IdentityStore
  readonly signPrincipal: SignPrincipal
  readonly signer: Pick<TokenSigner, 'access'>
  readonly age: AgeRules
  /** Unix milliseconds. */
  readonly now: () => number
}

export function createIdentify({ identities, signPrincipal, signer, age, now }: IdentifyDeps): Identify {
  return async (session, include) => {
    const found = await identities.find(session.accountId)
    if (!found) throw new KlaError('NOT_SIGNED_IN')
    const { jurisdiction = age.jurisdiction, ...account } = found.account
    const ageConfirmed = !account.ageLocked && acceptsAge(age.policy, jurisdiction, found.verdicts)
    const restrictions = inForce(found.restrictions, now())
    const { id: accountId, username, discordId, avatar } = account
    const { sessionKey } = session
    const [principal, access] = await Promise.all([
      signPrincipal({
        ...{ accountId, username, discordId, avatar, ageConfirmed, sessionKey },
        restrictions: restrictions.map(({ scope, untilMs }) => ({ scope, untilMs })),
      }),
      include.accessToken ? signer.access(session) : undefined,
    ])
    return {
      account: { ...account, ageConfirmed },
      sessionKey,
      principal: principal.token,
      principalExpiresAtMs: principal.expiresAtMs,
      accessToken: access?.token ?? '',
      restrictions,
      restrictionsVersion: found.restrictionsVersion,
      ageRevision: found.ageRevision,
    }
  }
}

/** Signs the principal of a session. */
export type SignPrincipal = (principal: Principal) => Promise<SignedToken>

/** About 8 MB. A page makes several requests at once, and every service verifies each token that is new to it. */
const REMEMBERED_MAX = 10_000
/** A third of a principal's life: a reused one is good for ten more minutes. */
const REUSED_FOR_MS = 5 * 60_000

/** Reuses the last token of a session for some minutes while its claims are the same; reuse does not prolong it. */
export function rememberPrincipals(signer: Pick<TokenSigner, 'principal'>, now: () => number): SignPrincipal {
  const remembered = new Map<string, { readonly claims: string; readonly signedAtMs: number; readonly token: SignedToken }>()
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

/** An account with everything that decides what it may do. */
interface IdentityRecord {
  readonly account: Account
  readonly verdicts: readonly AgeVerdict[]
  /** Of the age lock; 0: never locked. */
  readonly ageRevision: number
  /** Some may have expired. */
  readonly restrictions: AccountRestrictions['restrictions']
  /** 0: there never were any. */
  readonly restrictionsVersion: number
}

export interface IdentityStore {
  find(accountId: number): Promise<IdentityRecord | undefined>
}

interface Row extends AccountRow {
  verdicts: AgeVerdict[]
  age_revision: number
  version: number | null
  restrictions: Restriction[] | null
}

// One statement, as it runs with every connection and every page.
const FIND = `
SELECT ${ACCOUNT_COLUMNS}, age_revision, version, restrictions, ARRAY(
         SELECT json_build_object('method', given.method, 'jurisdiction', given.jurisdiction)
         FROM age_verdicts AS given WHERE given.account_id = id
       ) AS verdicts
FROM accounts LEFT JOIN account_restrictions ON account_id = id WHERE id = $1`

export const createIdentityStore = (database: Database): IdentityStore => ({
  async find(accountId) {
    const { rows } = await database.query<Row>(FIND, [accountId])
    const [row] = rows
    return row && {
      account: accountOf(row),
      verdicts: row.verdicts,
      ageRevision: row.age_revision,
      restrictions: row.restrictions ?? [],
      restrictionsVersion: row.version ?? 0,
    }
  },
})
