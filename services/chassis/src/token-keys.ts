import { createPublicKey } from 'node:crypto'
import {
  calculateJwkThumbprint,
  type CryptoKey,
  decodeProtectedHeader,
  exportJWK,
  importSPKI,
  type JWTPayload,
  jwtVerify,
} from 'jose'

export const TOKEN_ISSUER = 'kla-auth'
export const TOKEN_ALGORITHM = 'EdDSA'

/** Public keys for tokens; two while keys change. */
export interface TokenKeys {
  /** Rejects unless one of the keys signed it for the audience, and it has begun and not expired. */
  verify(token: string, options: { readonly audience: string; readonly nowMs: number }): Promise<TokenClaims>
}

/** Claims of a token, which always expires. */
export type TokenClaims = JWTPayload & { readonly exp: number }

const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/**
 * Reads Ed25519 public keys (SPKI, PEM; line ends may be `\n`). A token that names its key is checked with it alone.
 */
export async function readTokenKeys(pems: string): Promise<TokenKeys> {
  const blocks = pems.replaceAll('\\n', '\n').match(PEM_BLOCK) ?? []
  if (blocks.length === 0) throw new Error('There is no public key in PEM to check tokens with.')
  const entries = blocks.map(async (pem) => [await keyIdOf(pem), await importSPKI(pem, TOKEN_ALGORITHM)] as const)
  const keys = new Map(await Promise.all(entries))

  return {
    async verify(token, { audience, nowMs }) {
      let fault: unknown
      for (const key of candidates(keys, token)) {
        try {
          const { payload } = await jwtVerify(token, key, {
            audience,
            issuer: TOKEN_ISSUER,
            algorithms: [TOKEN_ALGORITHM],
            currentDate: new Date(nowMs),
            requiredClaims: ['exp'],
          })
          return payload as TokenClaims
        } catch (error) {
          fault = error
        }
      }
      throw fault
    },
  }
}

const candidates = (keys: ReadonlyMap<string, CryptoKey>, token: string): CryptoKey[] => {
  const named = keys.get(decodeProtectedHeader(token).kid ?? '')
  return named ? [named] : [...keys.values()]
}

/** A key's thumbprint (RFC 7638), public or private. */
export const keyIdOf = async (pem: string): Promise<string> =>
  calculateJwkThumbprint(await exportJWK(createPublicKey(pem)))

/** What a token says, and until when. */
interface Verified<T> {
  readonly value: T
  readonly expiresAtMs: number
}

/** What tokens of this process said, until they expire. Only verified tokens get in. */
export interface TokenCache<T> {
  readonly size: number
  /** Calls `verify` for an unknown token, and passes its errors on. */
  read(token: string, verify: () => Promise<Verified<T>>): Promise<T>
}

/** Forgets the oldest of more than `max` tokens. It knows nothing of sessions that ended, which are checked beside it. */
export function createTokenCache<T>(max: number, now: () => number): TokenCache<T> {
  const known = new Map<string, Verified<T>>()
  return {
    get size() {
      return known.size
    },
    async read(token, verify) {
      const cached = known.get(token)
      if (cached && cached.expiresAtMs > now()) return cached.value
      known.delete(token)
      const verified = await verify()
      if (known.size >= max) known.delete(known.keys().next().value as string)
      known.set(token, verified)
      return verified.value
    },
  }
}
