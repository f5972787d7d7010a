import { KlaError } from '@kla/chassis'
import type { Identity } from '@kla/proto'
import { acceptsAge, type AgePolicy } from '../domain/age-policy.js'
import { inForce, type Restriction } from '../domain/restriction.js'
import type { Session } from '../domain/session.js'
import type { StandingStore } from '../store/standing-store.js'
import type { SignPrincipal } from '../tokens/remembered-principals.js'
import type { SignedToken, TokenSigner } from '../tokens/token-signer.js'

export interface AgeRules {
  readonly policy: AgePolicy
  /** Where people are taken to be of whom nothing else is known. */
  readonly jurisdiction: string
}

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
