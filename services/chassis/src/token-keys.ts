import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JWTPayload } from 'jose'
import { publicKeysIn } from './public-keys.js'

export const TOKEN_ISSUER = 'kla-auth'
export const TOKEN_ALGORITHM = 'EdDSA'

/**
 * Public keys for tokens; two while keys change. Signing and checking on the thread of the caller takes a third to a half less
 * processor time than in Node's thread pool, where JWT libraries have it done.
 */
export interface TokenKeys {
  /** Rejects unless one of the keys signed it for one of the audiences, and it has begun and not expired. */
  verify(token: string, options: TokenCheck): Promise<TokenClaims>
}

/** What a token has to be. `nowMs`: Unix milliseconds. */
interface TokenCheck {
  readonly audience: string | readonly string[]
  readonly nowMs: number
}

/** Claims of a token, which always expires. */
export type TokenClaims = JWTPayload & { readonly exp: number }

/**
 * Reads Ed25519 public keys (SPKI, PEM; line ends may be `\n`). A token that names its key is checked with it alone.
 */
export async function readTokenKeys(pems: string): Promise<TokenKeys> {
  const blocks = publicKeysIn(pems)
  if (blocks.length === 0) throw new Error('There is no public key in PEM for tokens.')
  const keys = new Map(
    await Promise.all(blocks.map(async (pem) => [await keyIdOf(pem), checkedKind(createPublicKey(pem))] as const)),
  )

  return {
    async verify(token, { audience, nowMs }) {
      const [header = '', payload = '', signature = '', ...rest] = token.split('.')
      if (rest.length > 0) throw new Error('a token has too many parts')
      const { alg, kid, crit } = readPart<TokenHeader>(header)
      if (alg !== TOKEN_ALGORITHM) throw new Error(`a token is signed by ${String(alg)}`)
      // RFC 7515, 4.1.11: we know no extension.
      if (crit !== undefined) throw new Error('a token has critical extensions')
      const named = keys.get(String(kid))
      const signed = Buffer.from(`${header}.${payload}`)
      const signs = (key: KeyObject): boolean => verify(null, signed, key, Buffer.from(signature, 'base64url'))
      if (!(named ? [named] : [...keys.values()]).some(signs)) throw new Error('no key signed a token')
      const claims = readPart<TokenClaims>(payload)
      checkClaims(claims, { audience, nowMs })
      return claims
    },
  }
}

function checkedKind(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`A token key is ${key.asymmetricKeyType}, not ed25519.`)
  return key
}

interface TokenHeader {
  readonly alg?: unknown
  readonly kid?: unknown
  readonly crit?: unknown
}

/** Reads a part of the compact form (RFC 7515, 3.1). Throws unless it is an object. */
function readPart<T extends object>(part: string): T {
  const value = JSON.parse(Buffer.from(part, 'base64url').toString()) as T | null
  if (typeof value !== 'object' || value === null) throw new Error('a part of a token is not an object')
  return value
}

const MS_PER_SECOND = 1_000

function checkClaims(claims: TokenClaims, { audience, nowMs }: TokenCheck): void {
  const nowSeconds = Math.floor(nowMs / MS_PER_SECOND)
  if (claims.iss !== TOKEN_ISSUER) throw new Error('another issuer signed a token')
  if (typeof claims.aud !== 'string' || ![audience].flat().includes(claims.aud))
    throw new Error('a token is for another audience')
  if (typeof claims.exp !== 'number' || claims.exp <= nowSeconds) throw new Error('a token has expired')
  const { nbf = 0 } = claims
  if (typeof nbf !== 'number' || nbf > nowSeconds) throw new Error('a token is not valid yet')
}

/** Signs claims in the compact form. */
export type SignToken = (claims: object) => string

/** Takes an Ed25519 key (PKCS8, PEM), which the tokens' header names. Rejects for a key of another kind. */
export async function createSignToken(privateKeyPem: string): Promise<SignToken> {
  const key = checkedKind(createPrivateKey(privateKeyPem))
  const header = { alg: TOKEN_ALGORITHM, kid: await keyIdOf(privateKeyPem) }
  return (claims) => {
    const signed = [header, claims].map(writePart).join('.')
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
}

const writePart = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

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
