import type { FastifyInstance } from 'fastify'
import type { Tokens } from './tokens.js'

/** `GET /v2/auth/temporary`: a token for whoever asks. */
export function temporaryToken(app: FastifyInstance, tokens: Tokens): void {
  app.get('/v2/auth/temporary', async (request) => ({
    token: tokens.issue(),
    addr: request.ip,
    agent: request.headers['user-agent'] ?? '',
    session: '',
  }))
}
