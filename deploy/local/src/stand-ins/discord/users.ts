import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Persona, snowflakeOf } from './persona.js'
import type { Grant, Grants } from './token.js'

const NAMES = ['The Bell', 'Midnight Gym', 'Corner Cutters', 'Southpaw Social', 'Ringside Cinema'] as const

const guildsOf = (persona: Persona) =>
  NAMES.filter((_, index) => index === 0 || Number(persona.id.at(-index)) % 2 === 0).map((name) => ({
    id: snowflakeOf(`guild ${name}`),
    name,
    icon: null,
    banner: null,
    owner: false,
    permissions: '104320577',
    features: [],
  }))

/** `GET /api/users/@me` and `/guilds`, by token. */
export function users(app: FastifyInstance, grants: Grants): void {
  const forScope =
    (scope: string, answer: (grant: Grant) => unknown) => async (request: FastifyRequest, reply: FastifyReply) => {
      const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
      const grant = bearer === undefined ? undefined : grants.ofToken(bearer)
      if (!grant) return reply.code(401).send({ message: '401: Unauthorized', code: 0 })
      if (!grant.scopes.includes(scope)) return reply.code(403).send({ message: 'Missing Access', code: 50_001 })
      return answer(grant)
    }

  app.get('/api/users/@me', forScope('identify', userOf))
  app.get(
    '/api/users/@me/guilds',
    forScope('guilds', ({ persona }) => guildsOf(persona)),
  )
}

const userOf = ({ persona, scopes }: Grant) => ({
  id: persona.id,
  username: persona.username,
  discriminator: '0',
  global_name: persona.globalName,
  avatar: persona.avatar,
  banner: null,
  accent_color: null,
  locale: 'en-GB',
  mfa_enabled: false,
  premium_type: 0,
  flags: 0,
  public_flags: 0,
  ...(scopes.includes('email') ? { email: persona.email, verified: true } : {}),
})
