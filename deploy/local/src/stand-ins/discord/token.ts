import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Persona } from './persona.js'

/** Account and scopes of a code or token. */
export interface Grant {
  readonly persona: Persona
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** PKCE: base64url of the SHA-256. */
  readonly challenge: string
}

const CODE_LIFE_MS = 60_000
const TOKEN_LIFE_S = 604_800

const newSecret = (): string => randomBytes(24).toString('base64url')

/** Codes and tokens until they expire. */
export interface Grants {
  issueCode(grant: Grant): string
  takeCode(code: string): Grant | undefined
  issueTokens(grant: Grant): { accessToken: string; refreshToken: string }
  ofToken(accessToken: string): Grant | undefined
}

export function createGrants(): Grants {
  const codes = new Map<string, { grant: Grant; expiresAtMs: number }>()
  const tokens = new Map<string, { grant: Grant; expiresAtMs: number }>()

  function remember(store: typeof codes, grant: Grant, lifeMs: number): string {
    for (const [secret, entry] of store) {
      if (entry.expiresAtMs > Date.now()) break
      store.delete(secret)
    }
    const secret = newSecret()
    store.set(secret, { grant, expiresAtMs: Date.now() + lifeMs })
    return secret
  }

  const valid = (entry: { grant: Grant; expiresAtMs: number } | undefined): Grant | undefined =>
    entry && entry.expiresAtMs > Date.now() ? entry.grant : undefined

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

type Form = Readonly<Record<string, string | undefined>>

export function token(app: FastifyInstance, options: { clientId: string; clientSecret: string; grants: Grants }): void {
  app.post<{ Body: Form | undefined }>('/api/oauth2/token', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const form = request.body ?? {}
    const client = clientOf(request, form)
    if (client.id !== options.clientId || client.secret !== options.clientSecret) {
      return reply.code(401).send({ error: 'invalid_client' })
    }
    if (form['grant_type'] !== 'authorization_code') {
      return reply.code(400).send({ error: 'unsupported_grant_type', error_description: 'Grant type is not supported' })
    }
    const grant = options.grants.takeCode(form['code'] ?? '')
    if (!grant) {
      return reply.code(400).send({ error: 'invalid_grant', error_description: 'Invalid "code" in request.' })
    }
    if (grant.redirectUri !== form['redirect_uri']) {
      return reply.code(400).send({ error: 'invalid_grant', error_description: 'Invalid "redirect_uri" in request.' })
    }
    if (challengeOf(form['code_verifier'] ?? '') !== grant.challenge) {
      return reply.code(400).send({ error: 'invalid_grant', error_description: 'Invalid "code_verifier" in request.' })
    }
    const { accessToken, refreshToken } = options.grants.issueTokens(grant)
    return {
      token_type: 'Bearer',
      access_token: accessToken,
      expires_in: TOKEN_LIFE_S,
      refresh_token: refreshToken,
      scope: grant.scopes.join(' '),
    }
  })
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

function clientOf(request: FastifyRequest, form: Form): { id: string | undefined; secret: string | undefined } {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined) return { id: form['client_id'], secret: form['client_secret'] }
  const [id, ...secret] = Buffer.from(basic, 'base64').toString().split(':')
  return { id, secret: secret.join(':') }
}
