import { readTokenKeys } from '@kla/chassis'
import { ACCESS_AUDIENCE } from './token-signer.js'

/** The key of the session that an access token was signed for; nothing if it is forged, expired or something else. */
export type AccessTokenReader = (token: string) => Promise<string | undefined>

/** Reads tokens with auth's public keys (Ed25519, SPKI in PEM). Whether the session still stands is another question. */
export async function createAccessTokenReader(publicKeyPems: string, now: () => number): Promise<AccessTokenReader> {
  const keys = await readTokenKeys(publicKeyPems)
  return async (token) => {
    try {
      const payload = await keys.verify(token, { audience: ACCESS_AUDIENCE, nowMs: now() })
      return typeof payload['session'] === 'string' ? payload['session'] : undefined
    } catch {
      return undefined
    }
  }
}
