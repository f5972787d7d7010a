import {
  PRINCIPAL_AUDIENCE,
  principalClaims,
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
  type Administrator,
  type Principal,
} from '@kla/chassis'
import { exportPKCS8, exportSPKI, generateKeyPair, SignJWT } from 'jose'

/** Keys of a pretended auth service: what services verify with, and how to sign as it would. */
export interface TestPrincipals {
  readonly publicKeyPem: string
  readonly privateKeyPem: string
  /** A signed token for an account; what is not given is made up from the id. */
  sign(principal: Partial<Principal> & { accountId: number }): Promise<string>
  /** A signed token for an administrator; what is not given is made up. */
  signAdministrator(administrator: Partial<Administrator> & Pick<Administrator, 'permissions'>): Promise<string>
}

export async function createTestPrincipals(): Promise<TestPrincipals> {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { crv: 'Ed25519', extractable: true })
  const sign: TestPrincipals['sign'] = (given) => {
    const principal: Principal = {
      username: `player${given.accountId}`,
      discordId: String(10_000 + given.accountId),
      avatar: '',
      ageConfirmed: true,
      sessionKey: `session-${given.accountId}`,
      restrictions: [],
      ...given,
    }
    return new SignJWT(principalClaims(principal))
      .setProtectedHeader({ alg: TOKEN_ALGORITHM })
      .setSubject(String(principal.accountId))
      .setIssuer(TOKEN_ISSUER)
      .setAudience(PRINCIPAL_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey)
  }
  return {
    publicKeyPem: await exportSPKI(publicKey),
    privateKeyPem: await exportPKCS8(privateKey),
    sign,
    signAdministrator: (given) =>
      sign({ accountId: 0, administrator: { id: 1, name: 'mod', role: 'moderator', ...given } }),
  }
}
