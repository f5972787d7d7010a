import { type Database, KlaError, type Principal } from '@kla/chassis'
import type { Identity } from '@kla/proto'
import { acceptsAge, type AgeRules, type AgeVerdict } from '../age/rules.js'
import { type AccountRestrictions, inForce, type Restriction } from '../restrictions/rules.js'
import { ACCOUNT_COLUMNS, type Account, accountOf, type AccountRow } from '../shared/accounts.js'
import type { SignedToken, TokenSigner } from '../shared/tokens.js'
import type { Session } from './store.js'

/**
 * Who a session belongs to, what that person may not do now, and the tokens that prove it; the one for clients only where
 * it is `handedOut`. Rejects with NOT_SIGNED_IN.
 */
export type Identify = (session: Session, accessToken: 'handedOut' | 'unused') => Promise<Identity>

export function createIdentify(parts: {
  standings: StandingStore
  signPrincipal: SignPrincipal
  signer: Pick<TokenSigner, 'access'>
  age: AgeRules
  /** Unix milliseconds. */
  now: () => number
}): Identify {
  return async (session, accessToken) => {
    const found = await parts.standings.find(session.accountId)
    if (!found) throw new KlaError('NOT_SIGNED_IN')
    const { account, verdicts, ageRevision, known } = found
    const { jurisdiction = parts.age.jurisdiction, ...person } = account
    const ageConfirmed = !account.ageLocked && acceptsAge(parts.age.policy, jurisdiction, verdicts)
    const restrictions = inForce(known.restrictions, parts.now())
    const [principal, access] = await Promise.all([
      principalFor(session, { ...person, ageConfirmed }, restrictions),
      accessToken === 'handedOut' ? parts.signer.access(session) : undefined,
    ])
    return {
      account: { ...person, ageConfirmed },
      sessionKey: session.sessionKey,
      principal: principal.token,
      principalExpiresAtMs: principal.expiresAtMs,
      accessToken: access?.token ?? '',
      restrictions,
      restrictionsVersion: known.version,
      ageRevision,
    }
  }

  function principalFor(
    session: Session,
    person: Omit<NonNullable<Identity['account']>, 'globalName' | 'ageLocked'>,
    restrictions: readonly Restriction[],
  ): Promise<SignedToken> {
    const { id: accountId, username, discordId, avatar, ageConfirmed } = person
    return parts.signPrincipal({
      accountId,
      username,
      discordId,
      avatar,
      ageConfirmed,
      sessionKey: session.sessionKey,
      restrictions: restrictions.map(({ scope, untilMs }) => ({ scope, untilMs })),
    })
  }
}

/** The principal of a session. */
type SignPrincipal = (principal: Principal) => Promise<SignedToken>

/** A page asks for several things at once, and every service checks each signature it has not seen: 8 MB at most. */
const REMEMBERED_MAX = 10_000
/** A third of a principal's life: whoever gets one that was signed before still has ten minutes of it. */
const HANDED_OUT_MS = 5 * 60_000

/**
 * Signs principals, and for some minutes hands the last one of a session out again as long as it says the same. It lives
 * no longer for that.
 */
export function rememberPrincipals(signer: Pick<TokenSigner, 'principal'>, now: () => number): SignPrincipal {
  const remembered = new Map<string, { readonly says: string; readonly signedAtMs: number; readonly token: SignedToken }>()
  return async (principal) => {
    const says = JSON.stringify(principal)
    const last = remembered.get(principal.sessionKey)
    if (last?.says === says && now() - last.signedAtMs < HANDED_OUT_MS) return last.token
    const signedAtMs = now()
    const token = await signer.principal(principal)
    remembered.delete(principal.sessionKey)
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
    remembered.set(principal.sessionKey, { says, signedAtMs, token })
    return token
  }
}

/** Who somebody is, and all that decides what they may do. */
interface Standing {
  readonly account: Account
  readonly verdicts: readonly AgeVerdict[]
  /** Of the lock on the age verdict; 0: it was never locked. */
  readonly ageRevision: number
  /** Version 0 and nothing where there never was anything. Some may have run out. */
  readonly known: Pick<AccountRestrictions, 'version' | 'restrictions'>
}

interface StandingStore {
  find(accountId: number): Promise<Standing | undefined>
}

interface Row extends AccountRow {
  verdicts: AgeVerdict[]
  age_revision: number
  version: number | null
  restrictions: Restriction[] | null
}

// Asked with every connection and every page: one statement, and not one a table.
const FIND = `
SELECT ${ACCOUNT_COLUMNS}, age_revision, version, restrictions, ARRAY(
         SELECT json_build_object('method', given.method, 'jurisdiction', given.jurisdiction)
         FROM age_verdicts AS given WHERE given.account_id = id
       ) AS verdicts
FROM accounts LEFT JOIN account_restrictions ON account_id = id WHERE id = $1`

export const createStandingStore = (database: Database): StandingStore => ({
  async find(accountId) {
    const { rows } = await database.query<Row>(FIND, [accountId])
    const [row] = rows
    if (!row) return undefined
    const { verdicts, age_revision: ageRevision, version, restrictions } = row
    return { account: accountOf(row), verdicts, ageRevision, known: { version: version ?? 0, restrictions: restrictions ?? [] } }
  },
})
