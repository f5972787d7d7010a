import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { TOKEN_LIFE_S, type Grants } from './grants.js'

type Form = Readonly<Record<string, string | undefined>>

/** `POST /api/oauth2/token`: a code for tokens, by the application that the code was issued to. */
export function token(
  app: FastifyInstance,
  options: { clientId: string; clientSecret: string; grants: Grants },
): void {
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

/** An application names itself in the form or, as OAuth 2 prefers it, in the header. */
function clientOf(request: FastifyRequest, form: Form): { id: string | undefined; secret: string | undefined } {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined) return { id: form['client_id'], secret: form['client_secret'] }
  const [id, ...secret] = Buffer.from(basic, 'base64').toString().split(':')
  return { id, secret: secret.join(':') }
}
