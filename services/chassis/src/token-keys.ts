import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, exportJWK, type JWTPayload } from 'jose'
import { createPublicKey, verify, type KeyObject } from 'node:crypto'

export const TOKEN_ISSUER = 'kla-auth'
export const TOKEN_ALGORITHM = 'EdDSA'

/** The public keys that tokens may be signed with: while keys change, there are two. */
export interface TokenKeys {
  /** What a token says, if one of the keys has signed it and it is for this audience and time. Throws otherwise. */
  verify(token: string, options: { readonly audience: string; readonly nowMs: number }): JWTPayload
}

const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/**
 * Reads public keys (Ed25519, SPKI in PEM), one after another; line ends may be written as \n, as they are in env
 * files. A token that names its key is checked with that one, one that does not with each. Rejects when there is no
 * key.
 */
export async function readTokenKeys(pems: string): Promise<TokenKeys> {
  const blocks = pems.replaceAll('\\n', '\n').match(PEM_BLOCK) ?? []
  if (blocks.length === 0) throw new Error('There is no public key in PEM to check tokens with.')
  const entries = blocks.map(async (pem) => [await keyIdOf(pem), publicKeyOf(pem)] as const)
  const keys = new Map(await Promise.all(entries))

  return {
    // On this thread: to look at a signature takes a tenth of a millisecond, to hand it to another one more than that.
    verify(token, { audience, nowMs }) {
      const { alg, kid } = decodeProtectedHeader(token)
      const { iss, aud, exp = 0, ...claims } = decodeJwt(token)
      const [signed, signature] = partsOf(token)
      const isSigned = candidates(keys, kid).some((key) => verify(null, signed, key, signature))
      if (alg !== TOKEN_ALGORITHM || !isSigned) throw new Error('a token that none of these keys has signed')
      if (iss !== TOKEN_ISSUER || aud !== audience) throw new Error('a token for something else')
      if (exp * MS_PER_SECOND <= nowMs) throw new Error('a token whose time is over')
      return { ...claims, iss, aud, exp }
    },
  }
}

const MS_PER_SECOND = 1_000

const publicKeyOf = (pem: string): KeyObject => {
  const key = createPublicKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('A key to check tokens with is not of Ed25519.')
  return key
}

/** What is signed, and the signature. */
const partsOf = (token: string): [Buffer, Buffer] => {
  const end = token.lastIndexOf('.')
  return [Buffer.from(token.slice(0, end)), Buffer.from(token.slice(end + 1), 'base64url')]
}

const candidates = (keys: ReadonlyMap<string, KeyObject>, kid: string | undefined): KeyObject[] => {
  const named = keys.get(kid ?? '')
  return named ? [named] : [...keys.values()]
}

/**
 * What a token names its key by: the thumbprint of RFC 7638. Takes the key itself, or the private one that belongs to
 * it.
 */
export const keyIdOf = async (pem: string): Promise<string> =>
  calculateJwkThumbprint(await exportJWK(createPublicKey(pem)))
