import { importSPKI, jwtVerify } from 'jose'
import { KlaError } from './errors.js'

/** Who a call is made for, as auth has signed it. */
export interface Principal {
  readonly accountId: number
  readonly username: string
  readonly discordId: string
  /** The provider's avatar hash, or empty. */
  readonly avatar: string
  readonly ageConfirmed: boolean
  readonly sessionKey: string
  /** What its role lets it do beyond a player's own affairs, such as "gifs.manage"; players have none. */
  readonly permissions: readonly string[]
}

/** The metadata key that carries the signed token. */
export const PRINCIPAL_KEY = 'kla-principal'
/** Tokens between services; an access token for clients has another audience and is no principal. */
export const PRINCIPAL_AUDIENCE = 'kla-services'
export const TOKEN_ISSUER = 'kla-auth'
export const TOKEN_ALGORITHM = 'EdDSA'

export type PrincipalVerifier = (token: string) => Promise<Principal>

const CACHE_MAX = 10_000

/**
 * Checks principals with auth's public key (Ed25519, SPKI in PEM). Checked tokens are remembered until they expire,
 * so that a signature is verified once and not with every call. Rejects with NOT_SIGNED_IN.
 */
export async function createPrincipalVerifier(
  publicKeyPem: string,
  now: () => number = Date.now,
): Promise<PrincipalVerifier> {
  const key = await importSPKI(publicKeyPem, TOKEN_ALGORITHM)
  const known = new Map<string, { principal: Principal; expiresAtMs: number }>()
  return async (token) => {
    const cached = known.get(token)
    if (cached && cached.expiresAtMs > now()) return cached.principal
    known.delete(token)
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: TOKEN_ISSUER,
        audience: PRINCIPAL_AUDIENCE,
        algorithms: [TOKEN_ALGORITHM],
        currentDate: new Date(now()),
      })
      const principal: Principal = {
        accountId: Number(payload.sub),
        username: String(payload['name']),
        discordId: String(payload['discord']),
        avatar: String(payload['avatar'] ?? ''),
        ageConfirmed: payload['age'] === true,
        sessionKey: String(payload['session']),
        permissions: Array.isArray(payload['can']) ? payload['can'].map(String) : [],
      }
      if (known.size >= CACHE_MAX) known.delete(known.keys().next().value as string)
      known.set(token, { principal, expiresAtMs: (payload.exp ?? 0) * 1000 })
      return principal
    } catch (error) {
      throw new KlaError('NOT_SIGNED_IN', undefined, { cause: error })
    }
  }
}

/** The claims of a principal token, for whoever signs it. */
export const principalClaims = (principal: Principal): Record<string, unknown> => ({
  name: principal.username,
  discord: principal.discordId,
  avatar: principal.avatar,
  age: principal.ageConfirmed,
  session: principal.sessionKey,
  ...(principal.permissions.length === 0 ? {} : { can: principal.permissions }),
})

/** Throws NOT_ALLOWED unless the principal has the permission. */
export function requirePermission({ permissions }: Principal, permission: string): void {
  if (!permissions.includes(permission)) throw new KlaError('NOT_ALLOWED')
}
