import { createPublicKey } from 'node:crypto'
import {
  calculateJwkThumbprint, type CryptoKey, decodeProtectedHeader, exportJWK, importSPKI, type JWTPayload, jwtVerify,
  type JWTVerifyOptions,
} from 'jose'
import { KlaError } from './errors.js'

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

/** Who a call is made for, as auth has signed it. */
export interface Principal {
  readonly accountId: number
  readonly username: string
  readonly discordId: string
  /** The provider's avatar hash, or empty. */
  readonly avatar: string
  readonly ageConfirmed: boolean
  readonly sessionKey: string
  /** What it may not do, for a time. */
  readonly restrictions: readonly PrincipalRestriction[]
  /** Set when this is no player: then the account is 0, and everything that belongs to players is empty. */
  readonly administrator?: Administrator
}

/** Something that a player may not do. */
export interface PrincipalRestriction {
  /** {@link EVERYTHING}, or a part that the service in question knows. */
  readonly scope: string
  /** Unix milliseconds; 0: for good. */
  readonly untilMs: number
}

/** Who acts on other people's affairs. */
export interface Administrator {
  readonly id: number
  readonly name: string
  readonly role: string
  /** What the role allows, such as "gifs.manage". */
  readonly permissions: readonly string[]
}

/** The scope of a restriction that leaves nothing. */
export const EVERYTHING = 'global'

/** The metadata key that carries the signed token. */
export const PRINCIPAL_KEY = 'kla-principal'
/** Tokens between services; an access token for clients has another audience and is no principal. */
export const PRINCIPAL_AUDIENCE = 'kla-services'

export type PrincipalVerifier = (token: string) => Promise<Principal>

/** The players of ten thousand battles, which one engine carries, and those who come and go: some 25 MB if all are there. */
const CACHE_MAX = 25_000

/**
 * Checks principals with auth's public keys (Ed25519, SPKI in PEM, one after another). Checked tokens are remembered
 * until they expire, so that a signature is verified once and not with every call. Rejects with NOT_SIGNED_IN.
 */
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

/** The claims of a principal token, for whoever signs it. */
export const principalClaims = (principal: Principal): Record<string, unknown> => ({
  name: principal.username,
  discord: principal.discordId,
  avatar: principal.avatar,
  age: principal.ageConfirmed,
  session: principal.sessionKey,
  ...(principal.restrictions.length === 0
    ? {}
    : { not: principal.restrictions.map(({ scope, untilMs }) => [scope, untilMs]) }),
  ...(principal.administrator ? { administrator: principal.administrator } : {}),
})

// What is read here was signed by us.
const restrictionsOf = (claim: unknown): PrincipalRestriction[] =>
  Array.isArray(claim) ? (claim as [string, number][]).map(([scope, untilMs]) => ({ scope, untilMs })) : []

const administratorOf = (claim: unknown): Pick<Principal, 'administrator'> =>
  claim === undefined ? {} : { administrator: claim as Administrator }

/** Whether a player may not do what belongs to `scope` at this time. */
export const isRestricted = (
  { restrictions }: Pick<Principal, 'restrictions'>,
  scope: string,
  nowMs: number,
): boolean =>
  restrictions.some((one) => (one.scope === scope || one.scope === EVERYTHING) && (one.untilMs === 0 || one.untilMs > nowMs))
