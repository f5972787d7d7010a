import { TOKEN_ALGORITHM, TOKEN_ISSUER } from '@kla/chassis'
import { importSPKI, jwtVerify } from 'jose'
import { ACCESS_AUDIENCE } from './token-signer.js'

/** The key of the session that an access token was signed for; nothing if it is forged, expired or something else. */
export type AccessTokenReader = (token: string) => Promise<string | undefined>

/** Reads tokens with auth's public key (Ed25519, SPKI in PEM). Whether the session still stands is another question. */
export async function createAccessTokenReader(publicKeyPem: string, now: () => number): Promise<AccessTokenReader> {
  const key = await importSPKI(publicKeyPem, TOKEN_ALGORITHM)
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: TOKEN_ISSUER,
        audience: ACCESS_AUDIENCE,
        algorithms: [TOKEN_ALGORITHM],
        currentDate: new Date(now()),
      })
      return typeof payload['session'] === 'string' ? payload['session'] : undefined
    } catch {
      return undefined
    }
  }
}
