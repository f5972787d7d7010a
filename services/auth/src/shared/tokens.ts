import { createHash, randomBytes } from 'node:crypto'
import {
  ACCESS_AUDIENCE,
  createSignToken,
  createTokenCache,
  type Principal,
  PRINCIPAL_AUDIENCE,
  principalClaims,
  readTokenKeys,
  TOKEN_ISSUER,
} from '@kla/chassis'

export type Random = (bytes: number) => Buffer

const SECRET_BYTES = 32

/** Uniform, unpredictable integer from 0 to below `below`. */
export type RandomBelow = (below: number) => number

/** Draws 256 bits, in base64url. */
export const newSecret = (random: Random = randomBytes): string => random(SECRET_BYTES).toString('base64url')

/** Random bits need no salt. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

// Other services may honour an ended session or old age verdict this long.
const PRINCIPAL_LIFE_MS = 15 * 60_000
// Enough to open a WebSocket.
const ACCESS_LIFE_MS = 5 * 60_000

export interface SignedToken {
  readonly token: string
  readonly expiresAtMs: number
}

/** Signs tokens for services and sockets. */
export interface TokenSigner {
  /** Token for other services; `lifeMs` in whole seconds. */
  principal(principal: Principal, lifeMs?: number): Promise<SignedToken>
  access(session: { accountId: number; sessionKey: string }): Promise<SignedToken>
}

/** Takes an Ed25519 key, PKCS8 in PEM. */
export async function createTokenSigner(privateKeyPem: string, now: () => number): Promise<TokenSigner> {
  const signToken = await createSignToken(privateKeyPem)

  async function sign(
    token: { subject: number; audience: string; lifeMs: number },
    claims: Record<string, unknown>,
  ): Promise<SignedToken> {
    const issuedAt = Math.floor(now() / 1000)
    const expiresAt = issuedAt + token.lifeMs / 1000
    const registered = {
      sub: String(token.subject),
      iss: TOKEN_ISSUER,
      aud: token.audience,
      iat: issuedAt,
      exp: expiresAt,
    }
    const signed = signToken({ ...claims, ...registered })
    return { token: signed, expiresAtMs: expiresAt * 1000 }
  }

  return {
    principal: (principal, lifeMs = PRINCIPAL_LIFE_MS) =>
      sign({ subject: principal.accountId, audience: PRINCIPAL_AUDIENCE, lifeMs }, principalClaims(principal)),
    access: ({ accountId, sessionKey }) =>
      sign({ subject: accountId, audience: ACCESS_AUDIENCE, lifeMs: ACCESS_LIFE_MS }, { session: sessionKey }),
  }
}

/** Session key of a token; undefined if forged or expired. */
export type AccessTokenReader = (token: string) => Promise<string | undefined>

/** Players who open sockets within five minutes: about 15 MB. */
const ACCESS_CACHE_MAX = 25_000

/** Takes Ed25519 keys, SPKI in PEM. Verifies each token once. Does not check the session. */
export async function createAccessTokenReader(publicKeyPems: string, now: () => number): Promise<AccessTokenReader> {
  const keys = await readTokenKeys(publicKeyPems)
  const known = createTokenCache<string | undefined>(ACCESS_CACHE_MAX, now)
  return async (token) => {
    try {
      return await known.read(token, async () => {
        const { session, exp } = await keys.verify(token, { audience: ACCESS_AUDIENCE, nowMs: now() })
        return { value: typeof session === 'string' ? session : undefined, expiresAtMs: exp * 1000 }
      })
    } catch {
      return undefined
    }
  }
}
