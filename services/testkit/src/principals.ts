import {
  type Administrator,
  keyIdOf,
  type Principal,
  PRINCIPAL_AUDIENCE,
  principalClaims,
  TOKEN_ALGORITHM,
  TOKEN_ISSUER,
} from '@kla/chassis'
import { exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, SignJWT } from 'jose'

/** Signs principals that services under test accept. */
export interface PrincipalSigner {
  /** Valid for ten minutes by default. Sessions of administrators count as fresh all that time. */
  sign(principal: Partial<Principal> & { accountId: number }, lifeMs?: number): Promise<string>
  signAdministrator(
    administrator: Partial<Administrator> & Pick<Administrator, 'permissions'>,
    lifeMs?: number,
  ): Promise<string>
}

/** Keys of a simulated auth service. */
export interface TestPrincipals extends PrincipalSigner {
  readonly publicKeyPem: string
  readonly privateKeyPem: string
}

const LIFE_MS = 600_000
const FOUNDER = { makers: [], controllers: [], changedAtMs: 0 }
const MODERATOR = { id: 1, name: 'mod', role: 'moderator', independence: FOUNDER }

export async function createTestPrincipals(): Promise<TestPrincipals> {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { crv: 'Ed25519', extractable: true })
  const privateKeyPem = await exportPKCS8(privateKey)
  return { publicKeyPem: await exportSPKI(publicKey), privateKeyPem, ...(await createPrincipalSigner(privateKeyPem)) }
}

export async function createPrincipalSigner(privateKeyPem: string): Promise<PrincipalSigner> {
  const key = await importPKCS8(privateKeyPem, TOKEN_ALGORITHM)
  const kid = await keyIdOf(privateKeyPem)
  const sign: PrincipalSigner['sign'] = (given, lifeMs = LIFE_MS) => {
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
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid })
      .setSubject(String(principal.accountId))
      .setIssuer(TOKEN_ISSUER)
      .setAudience(PRINCIPAL_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(new Date(Date.now() + lifeMs))
      .sign(key)
  }
  return {
    sign,
    signAdministrator: (given, lifeMs = LIFE_MS) =>
      sign({ accountId: 0, administrator: { ...MODERATOR, verifiedAtMs: Date.now() + lifeMs, ...given } }, lifeMs),
  }
}
