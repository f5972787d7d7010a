import { randomBytes } from 'node:crypto'
import type { Persona } from './persona.js'

/** What a person has agreed to. */
export interface Grant {
  readonly persona: Persona
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** Of PKCE: the SHA-256 of what the code is redeemed with, base64url. */
  readonly challenge: string
}

const CODE_LIFE_MS = 60_000
export const TOKEN_LIFE_S = 604_800

const newSecret = (): string => randomBytes(24).toString('base64url')

export interface Grants {
  /** A code for a grant, good for one use within a minute. */
  issueCode(grant: Grant): string
  /** Hands out the grant of a code, once. */
  takeCode(code: string): Grant | undefined
  issueTokens(grant: Grant): { accessToken: string; refreshToken: string }
  ofToken(accessToken: string): Grant | undefined
}

/** Codes and tokens in memory: a stand-in forgets everything when it ends. */
export function createGrants(now: () => number = Date.now): Grants {
  const codes = new Map<string, { grant: Grant; expiresAtMs: number }>()
  const tokens = new Map<string, { grant: Grant; expiresAtMs: number }>()

  function remember(store: typeof codes, grant: Grant, lifeMs: number): string {
    // In the order of their expiry, as all of a store live equally long.
    for (const [secret, entry] of store) {
      if (entry.expiresAtMs > now()) break
      store.delete(secret)
    }
    const secret = newSecret()
    store.set(secret, { grant, expiresAtMs: now() + lifeMs })
    return secret
  }

  const valid = (entry: { grant: Grant; expiresAtMs: number } | undefined): Grant | undefined =>
    entry && entry.expiresAtMs > now() ? entry.grant : undefined

  return {
    issueCode: (grant) => remember(codes, grant, CODE_LIFE_MS),
    takeCode: (code) => {
      const entry = codes.get(code)
      codes.delete(code)
      return valid(entry)
    },
    issueTokens: (grant) => ({
      accessToken: remember(tokens, grant, TOKEN_LIFE_S * 1_000),
      refreshToken: newSecret(),
    }),
    ofToken: (accessToken) => valid(tokens.get(accessToken)),
  }
}
