import { type Independence, STEP_UP_MS } from '@kla/proto/web'
import { KlaError } from './errors.js'
import { createTokenCache, readTokenKeys, type TokenClaims } from './token-keys.js'

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
  /** End of the ban in Unix milliseconds; 0 if it is permanent. */
  readonly untilMs: number
}

/** The principal's administrator and permissions. */
export interface Administrator {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly permissions: readonly string[]
  /** The person's own player account, which others handle; absent if none is declared. */
  readonly playerId?: number | undefined
  readonly independence: Independence
  /** When the session was last proved, by signing in or stepping up; Unix milliseconds. */
  readonly verifiedAtMs: number
}

export const EVERYTHING = 'global'

export const PRINCIPAL_KEY = 'kla-principal'
export const PRINCIPAL_AUDIENCE = 'kla-services'
/** Audience of clients' access tokens, which open sockets and no service. */
export const ACCESS_AUDIENCE = 'kla-realtime'

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
  const known = createTokenCache<Principal>(CACHE_MAX, now)
  return async (token) => {
    try {
      return await known.read(token, async () => {
        const claims = await keys.verify(token, { audience: PRINCIPAL_AUDIENCE, nowMs: now() })
        return { value: principalOf(claims), expiresAtMs: claims.exp * 1000 }
      })
    } catch (error) {
      throw new KlaError('NOT_SIGNED_IN', undefined, { cause: error })
    }
  }
}

/** What a token says of a session. */
export interface SessionToken {
  readonly sessionKey: string
  /** Expiry of the token in Unix milliseconds. */
  readonly expiresAtMs: number
  /** The player behind the session; absent in access tokens. */
  readonly principal?: Principal
}

/** Resolves to undefined for a forged or expired token. */
export type SessionTokenReader = (token: string) => Promise<SessionToken | undefined>

/** Reads access tokens and principals (Ed25519, SPKI, PEM). It knows nothing of ended sessions. */
export async function createSessionTokenReader(publicKeyPems: string, now: () => number): Promise<SessionTokenReader> {
  const keys = await readTokenKeys(publicKeyPems)
  return async (token) => {
    try {
      const claims = await keys.verify(token, { audience: [PRINCIPAL_AUDIENCE, ACCESS_AUDIENCE], nowMs: now() })
      const said = { sessionKey: String(claims['session']), expiresAtMs: claims.exp * 1000 }
      return claims.aud === PRINCIPAL_AUDIENCE ? { ...said, principal: principalOf(claims) } : said
    } catch {
      return undefined
    }
  }
}

const principalOf = (claims: TokenClaims): Principal => ({
  accountId: Number(claims.sub),
  username: String(claims['name']),
  discordId: String(claims['discord']),
  avatar: typeof claims['avatar'] === 'string' ? claims['avatar'] : '',
  ...(typeof claims['names'] === 'number' ? { nameRevision: claims['names'] } : {}),
  ...(typeof claims['alias'] === 'number' ? { alias: claims['alias'] } : {}),
  ageConfirmed: claims['age'] === true,
  sessionKey: String(claims['session']),
  restrictions: restrictionsOf(claims['not']),
  ...administratorOf(claims['administrator']),
})

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
  claim === undefined ? {} : { administrator: claim as Administrator }

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
