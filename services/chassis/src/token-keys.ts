import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  exportJWK,
  importSPKI,
  jwtVerify,
  type CryptoKey,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose'
import { createPublicKey } from 'node:crypto'

export const TOKEN_ISSUER = 'kla-auth'
export const TOKEN_ALGORITHM = 'EdDSA'

/** The public keys that tokens may be signed with: while keys change, there are two. */
export interface TokenKeys {
  /** What a token says, if one of the keys has signed it. Rejects otherwise. */
  verify(token: string, options: { readonly audience: string; readonly nowMs: number }): Promise<JWTPayload>
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
  const entries = blocks.map(async (pem) => [await keyIdOf(pem), await importSPKI(pem, TOKEN_ALGORITHM)] as const)
  const keys = new Map(await Promise.all(entries))

  return {
    async verify(token, { audience, nowMs }) {
      const options: JWTVerifyOptions = {
        ...{ audience, issuer: TOKEN_ISSUER, algorithms: [TOKEN_ALGORITHM], currentDate: new Date(nowMs) },
      }
      let fault: unknown
      for (const key of candidates(keys, token)) {
        try {
          return (await jwtVerify(token, key, options)).payload
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

/**
 * What a token names its key by: the thumbprint of RFC 7638. Takes the key itself, or the private one that belongs to
 * it.
 */
export const keyIdOf = async (pem: string): Promise<string> =>
  calculateJwkThumbprint(await exportJWK(createPublicKey(pem)))
