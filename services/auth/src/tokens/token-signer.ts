import {
  keyIdOf,
  PRINCIPAL_AUDIENCE,
  principalClaims,
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
  type Principal,
} from '@kla/chassis'
import { importPKCS8, SignJWT } from 'jose'

/** The audience of tokens that clients send with the event "authenticate". */
export const ACCESS_AUDIENCE = 'kla-realtime'

// Services trust a principal without asking again, so this is how long an ended session or an old age verdict lingers.
const PRINCIPAL_LIFE_MS = 15 * 60_000
// Long enough to open a WebSocket with, and bound to the session all the same.
const ACCESS_LIFE_MS = 5 * 60_000

export interface SignedToken {
  readonly token: string
  /** Unix milliseconds. */
  readonly expiresAtMs: number
}

export interface TokenSigner {
  /** For calls to other services; `lifeMs` in whole seconds, a quarter of an hour unless given. */
  principal(principal: Principal, lifeMs?: number): Promise<SignedToken>
  /** For a client's WebSocket. */
  access(session: { accountId: number; sessionKey: string }): Promise<SignedToken>
}

/** Signs with auth's private key (Ed25519, PKCS8 in PEM). */
export async function createTokenSigner(privateKeyPem: string, now: () => number): Promise<TokenSigner> {
  const key = await importPKCS8(privateKeyPem, TOKEN_ALGORITHM)
  const kid = await keyIdOf(privateKeyPem)

  async function sign(
    token: { subject: number; audience: string; lifeMs: number },
    claims: Record<string, unknown>,
  ): Promise<SignedToken> {
    const issuedAt = Math.floor(now() / 1000)
    const expiresAt = issuedAt + token.lifeMs / 1000
    const signed = await new SignJWT(claims)
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid })
      .setSubject(String(token.subject))
      .setIssuer(TOKEN_ISSUER)
      .setAudience(token.audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(key)
    return { token: signed, expiresAtMs: expiresAt * 1000 }
  }

  return {
    principal: (principal, lifeMs = PRINCIPAL_LIFE_MS) =>
      sign({ subject: principal.accountId, audience: PRINCIPAL_AUDIENCE, lifeMs }, principalClaims(principal)),
    access: ({ accountId, sessionKey }) =>
      sign({ subject: accountId, audience: ACCESS_AUDIENCE, lifeMs: ACCESS_LIFE_MS }, { session: sessionKey }),
  }
}
