import { KlaError } from '@kla/chassis'
import type { AdministratorIdentity } from '@kla/proto'
import type { FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../cookies.js'
import type { Player } from './access.js'
import type { HttpParts } from './http-parts.js'

type Auth = Pick<HttpParts, 'auth'>

/** Ours have 43 characters; what is far longer is not worth a question. */
const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i

/**
 * Which player makes a request, by its cookie; with an access token where one is to be handed out. Rejects with
 * NOT_SIGNED_IN.
 */
export async function identifyPlayer(
  request: FastifyRequest,
  { auth }: Auth,
  { withoutAccessToken } = { withoutAccessToken: true },
): Promise<Player> {
  const sessionId = request.cookies[SESSION_COOKIE]
  if (!sessionId) throw new KlaError('NOT_SIGNED_IN')
  const { account, ...rest } = await auth.resolveSession({ sessionId, withoutAccessToken }, { requestId: request.id })
  if (!account) throw new KlaError('NOT_SIGNED_IN')
  return { account, ...rest }
}

/** Which administrator makes a request, by its bearer token. Rejects with ADMIN_NOT_SIGNED_IN. */
export async function identifyAdministrator(
  request: FastifyRequest,
  { auth }: Auth,
  token = bearerOf(request),
): Promise<AdministratorIdentity> {
  if (token === undefined) throw new KlaError('ADMIN_NOT_SIGNED_IN')
  try {
    return await auth.resolveAdministrator({ token }, { requestId: request.id })
  } catch (error) {
    if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
    throw new KlaError('ADMIN_NOT_SIGNED_IN', undefined, { cause: error })
  }
}

/** The token of an Authorization header. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1]
