import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JWTPayload } from 'jose'

export const TOKEN_ISSUER = 'kla-auth'
export const TOKEN_ALGORITHM = 'EdDSA'

/** Public keys for tokens; two while keys change. */
export interface TokenKeys {
  /** Throws unless one of the keys signed it for the audience, and it has begun and not expired. */
  verify(token: string, options: { readonly audience: string; readonly nowMs: number }): TokenClaims
}

/** Claims of a token, which always expires. */
export type TokenClaims = JWTPayload & { readonly exp: number }

const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g
const MS_PER_SECOND = 1_000

/**
 * Reads Ed25519 public keys (SPKI, PEM; line ends may be `\n`). A token that names its key is checked with it alone.
 * Signatures are checked on this thread: the pool costs a third more than it saves.
 */
export async function readTokenKeys(pems: string): Promise<TokenKeys> {
  const blocks = pems.replaceAll('\\n', '\n').match(PEM_BLOCK) ?? []
  if (blocks.length === 0) throw new Error('There is no public key in PEM to check tokens with.')
  const keys = new Map(await Promise.all(blocks.map(async (pem) => [await keyIdOf(pem), ed25519Of(pem)] as const)))

  return {
    verify(token, { audience, nowMs }) {
      const { header, claims, signed, signature } = parse(token)
      if (header['alg'] !== TOKEN_ALGORITHM || 'crit' in header) throw new Error('the token has another algorithm')
      const named = keys.get(String(header['kid']))
      const candidates = named ? [named] : [...keys.values()]
      if (!candidates.some((key) => verifySignature(null, signed, key, signature)))
        throw new Error('none of the keys has signed the token')
      const { iss, aud, exp, nbf } = claims
      if (iss !== TOKEN_ISSUER) throw new Error('the token has another issuer')
      if (aud !== audience) throw new Error('the token has another audience')
      if (!isTime(exp) || exp * MS_PER_SECOND <= nowMs) throw new Error('the token has expired')
      if (nbf !== undefined && (!isTime(nbf) || nbf * MS_PER_SECOND > nowMs)) throw new Error('the token has not begun')
      return { ...claims, exp }
    },
  }
}

const isTime = (claim: unknown): claim is number => Number.isFinite(claim)

function ed25519Of(pem: string): KeyObject {
  const key = createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('A key to check tokens with is not an Ed25519 key.')
  return key
}

/** Compact JWS (RFC 7515). */
const SHAPE = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/

function parse(token: string) {
  const [, header, payload, signature] = SHAPE.exec(token) ?? []
  if (!header || !payload || !signature) throw new Error('this is no token')
  return {
    header: objectOf(header) as Record<string, unknown>,
    claims: objectOf(payload) as JWTPayload,
    signed: Buffer.from(`${header}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

function objectOf(part: string): object {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
  if (typeof value !== 'object' || value === null) throw new Error('this is no token')
  return value
}

/** A key's thumbprint (RFC 7638), public or private. */
export const keyIdOf = async (pem: string): Promise<string> =>
  calculateJwkThumbprint(await exportJWK(createPublicKey(pem)))

/** What tokens of this process said, until they expire. Only verified tokens get in. */
export interface TokenCache<T> {
  readonly size: number
  /** Calls `verify` for an unknown token, and passes its errors on. */
  read(token: string, verify: () => { readonly value: T; readonly expiresAtMs: number }): T
}

/** Forgets the oldest of more than `max` tokens. It knows nothing of sessions that ended, which are checked beside it. */
export function createTokenCache<T>(max: number, now: () => number): TokenCache<T> {
  const known = new Map<string, { readonly value: T; readonly expiresAtMs: number }>()
  return {
    get size() {
      return known.size
    },
    read(token, verify) {
      const cached = known.get(token)
      if (cached && cached.expiresAtMs > now()) return cached.value
      known.delete(token)
      const verified = verify()
      if (known.size >= max) known.delete(known.keys().next().value as string)
      known.set(token, verified)
      return verified.value
    },
  }
}
