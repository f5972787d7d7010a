import { createPublicKey } from 'node:crypto'
import { type Independence, STEP_UP_MS } from '@kla/proto/web'
import {
  calculateJwkThumbprint,
  type CryptoKey,
  decodeProtectedHeader,
  exportJWK,
  importSPKI,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyOptions,
} from 'jose'
import { KlaError } from './errors.js'

export const TOKEN_ISSUER = 'kla-auth'
export const TOKEN_ALGORITHM = 'EdDSA'

/** Public keys for tokens; two while keys change. */
export interface TokenKeys {
  /** Rejects unless one of the keys signed it. */
  verify(token: string, options: { readonly audience: string; readonly nowMs: number }): Promise<JWTPayload>
}

const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/**
 * Reads Ed25519 public keys (SPKI, PEM; line ends may be `
 * `). A token that names its key is checked with it alone.
 */
export async function readTokenKeys(pems: string): Promise<TokenKeys> {
  const blocks = pems.replaceAll('\\n', '\n').match(PEM_BLOCK) ?? []
  if (blocks.length === 0) throw new Error('There is no public key in PEM to check tokens with.')
  const entries = blocks.map(async (pem) => [await keyIdOf(pem), await importSPKI(pem, TOKEN_ALGORITHM)] as const)
  const keys = new Map(await Promise.all(entries))

  return {
    async verify(token, { audience, nowMs }) {
      const options: JWTVerifyOptions = {
        audience,
        issuer: TOKEN_ISSUER,
        algorithms: [TOKEN_ALGORITHM],
        currentDate: new Date(nowMs),
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

/** A key's thumbprint (RFC 7638), public or private. */
export const keyIdOf = async (pem: string): Promise<string> =>
  calculateJwkThumbprint(await exportJWK(createPublicKey(pem)))

/** The account behind a call, as signed by auth. */
export interface Principal {
  readonly accountId: number
  readonly username: string
  readonly discordId: string
  /** The provider's avatar hash, or empty. */
  readonly avatar: string
  /** Version of the name; absent if never changed. */
  readonly nameRevision?: number
  /** The number other players see; else the id. */
  readonly alias?: number | undefined
  readonly ageConfirmed: boolean
  readonly sessionKey: string
  readonly restrictions: readonly PrincipalRestriction[]
  /** Set for administrators; player fields are then empty. */
  readonly administrator?: Administrator
}

/** A ban in force, with scope and end. */
export interface PrincipalRestriction {
  /** {@link EVERYTHING}, or a scope of one service. */
  readonly scope: string
  /** Unix milliseconds; 0 if permanent. */
  readonly untilMs: number
}

/** The principal's administrator and permissions. */
export interface Administrator {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly permissions: readonly string[]
  readonly independence: Independence
  /** When the session was last proved, by signing in or stepping up; Unix milliseconds. */
  readonly verifiedAtMs: number
}

/** Default of older tokens: such administrators request but never approve. */
const UNKNOWN_INDEPENDENCE: Independence = { makers: [], controllers: [], changedAtMs: Number.MAX_SAFE_INTEGER }

/** Default of older tokens: such sessions have to step up. */
const NEVER_VERIFIED = 0

export const EVERYTHING = 'global'

export const PRINCIPAL_KEY = 'kla-principal'
/** Distinct from the audience of clients' access tokens. */
export const PRINCIPAL_AUDIENCE = 'kla-services'

/** Rejects with NOT_SIGNED_IN for an invalid token. */
export type PrincipalVerifier = (token: string) => Promise<Principal>

/** Players of ten thousand battles: about 25 MB. */
const CACHE_MAX = 25_000

/** Checks principals (Ed25519, SPKI, PEM), each token once. */
export async function createPrincipalVerifier(
  publicKeyPems: string,
  now: () => number = Date.now,
): Promise<PrincipalVerifier> {
  const keys = await readTokenKeys(publicKeyPems)
  const known = new Map<string, { principal: Principal; expiresAtMs: number }>()
  return async (token) => {
    const cached = known.get(token)
    if (cached && cached.expiresAtMs > now()) return cached.principal
    known.delete(token)
    try {
      const payload = await keys.verify(token, { audience: PRINCIPAL_AUDIENCE, nowMs: now() })
      const principal: Principal = {
        accountId: Number(payload.sub),
        username: String(payload['name']),
        discordId: String(payload['discord']),
        avatar: String(payload['avatar'] ?? ''),
        ...(typeof payload['names'] === 'number' ? { nameRevision: payload['names'] } : {}),
        ...(typeof payload['alias'] === 'number' ? { alias: payload['alias'] } : {}),
        ageConfirmed: payload['age'] === true,
        sessionKey: String(payload['session']),
        restrictions: restrictionsOf(payload['not']),
        ...administratorOf(payload['administrator']),
      }
      if (known.size >= CACHE_MAX) known.delete(known.keys().next().value as string)
      known.set(token, { principal, expiresAtMs: (payload.exp ?? 0) * 1000 })
      return principal
    } catch (error) {
      throw new KlaError('NOT_SIGNED_IN', undefined, { cause: error })
    }
  }
}

export const principalClaims = (principal: Principal): Record<string, unknown> => ({
  name: principal.username,
  discord: principal.discordId,
  avatar: principal.avatar,
  ...(principal.nameRevision ? { names: principal.nameRevision } : {}),
  ...(principal.alias === undefined ? {} : { alias: principal.alias }),
  age: principal.ageConfirmed,
  session: principal.sessionKey,
  ...(principal.restrictions.length === 0
    ? {}
    : { not: principal.restrictions.map(({ scope, untilMs }) => [scope, untilMs]) }),
  ...(principal.administrator ? { administrator: principal.administrator } : {}),
})

// Signed by us, so not validated further.
const restrictionsOf = (claim: unknown): PrincipalRestriction[] =>
  Array.isArray(claim) ? (claim as [string, number][]).map(([scope, untilMs]) => ({ scope, untilMs })) : []

const administratorOf = (claim: unknown): Pick<Principal, 'administrator'> =>
  claim === undefined
    ? {}
    : {
        administrator: {
          independence: UNKNOWN_INDEPENDENCE,
          verifiedAtMs: NEVER_VERIFIED,
          ...(claim as Partial<Administrator>),
        } as Administrator,
      }

/** True until STEP_UP_MS after the session was last proved. */
export const isFresh = ({ verifiedAtMs }: Pick<Administrator, 'verifiedAtMs'>, nowMs: number): boolean =>
  nowMs < verifiedAtMs + STEP_UP_MS

export const isRestricted = (
  { restrictions }: Pick<Principal, 'restrictions'>,
  scope: string,
  nowMs: number,
): boolean =>
  restrictions.some(
    (one) => (one.scope === scope || one.scope === EVERYTHING) && (one.untilMs === 0 || one.untilMs > nowMs),
  )
