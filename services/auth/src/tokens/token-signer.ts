import {
  keyIdOf,
  PRINCIPAL_AUDIENCE,
  principalClaims,
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
  type Principal,
} from '@kla/chassis'
import { createPrivateKey, sign as signWith } from 'node:crypto'

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
  principal(principal: Principal, lifeMs?: number): SignedToken
  /** For a client's WebSocket. */
  access(session: { accountId: number; sessionKey: string }): SignedToken
}

/** Signs with auth's private key (Ed25519, PKCS8 in PEM). */
export async function createTokenSigner(privateKeyPem: string, now: () => number): Promise<TokenSigner> {
  const key = createPrivateKey(privateKeyPem)
  const header = encoded({ alg: TOKEN_ALGORITHM, kid: await keyIdOf(privateKeyPem) })

  // On this thread: to sign takes less than a tenth of a millisecond, to hand it to another one more than that.
  function sign(
    token: { subject: number; audience: string; lifeMs: number },
    claims: Record<string, unknown>,
  ): SignedToken {
    const iat = Math.floor(now() / 1000)
    const exp = iat + token.lifeMs / 1000
    const { subject, audience: aud } = token
    const signed = `${header}.${encoded({ ...claims, sub: String(subject), iss: TOKEN_ISSUER, aud, iat, exp })}`
    const signature = signWith(null, Buffer.from(signed), key).toString('base64url')
    return { token: `${signed}.${signature}`, expiresAtMs: exp * 1000 }
  }

  return {
    principal: (principal, lifeMs = PRINCIPAL_LIFE_MS) =>
      sign({ subject: principal.accountId, audience: PRINCIPAL_AUDIENCE, lifeMs }, principalClaims(principal)),
    access: ({ accountId, sessionKey }) =>
      sign({ subject: accountId, audience: ACCESS_AUDIENCE, lifeMs: ACCESS_LIFE_MS }, { session: sessionKey }),
  }
}

/** A part of a compact JWS (RFC 7515). */
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
