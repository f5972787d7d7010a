import {
  createLogger,
  keyIdOf,
  PRINCIPAL_AUDIENCE,
  principalClaims,
  readIdentity,
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
  type Identity,
} from '@kla/chassis'
import { identityDirectory } from '@kla/testkit/certificates'
import type { ServiceName } from '@kla/proto'
import { importPKCS8, SignJWT } from 'jose'

export const identityIn = (identities: string, service: ServiceName): Identity =>
  readIdentity({
    directory: identityDirectory(identities, service),
    service,
    log: createLogger({ service: 'bench', level: 'warn' }),
  })

export async function createPrincipalSigner(privateKeyPem: string): Promise<(accountId: number) => Promise<string>> {
  const key = await importPKCS8(privateKeyPem, TOKEN_ALGORITHM)
  const kid = await keyIdOf(privateKeyPem)
  return (accountId) =>
    new SignJWT(
      principalClaims({
        accountId,
        username: `player${accountId}`,
        discordId: String(10_000 + accountId),
        avatar: '',
        ageConfirmed: true,
        sessionKey: `session-${accountId}`,
        restrictions: [],
      }),
    )
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid })
      .setSubject(String(accountId))
      .setIssuer(TOKEN_ISSUER)
      .setAudience(PRINCIPAL_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(key)
}
