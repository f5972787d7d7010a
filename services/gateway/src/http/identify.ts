import { KlaError } from '@kla/chassis'
import type { Account, Identity } from '@kla/proto'
import type { FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../cookies.js'
import type { HttpParts } from './http-parts.js'

/** Who makes a request, by its cookie. Rejects with NOT_SIGNED_IN. */
export async function identify(
  request: FastifyRequest,
  { auth }: Pick<HttpParts, 'auth'>,
): Promise<Identity & { account: Account }> {
  const sessionId = request.cookies[SESSION_COOKIE]
  if (!sessionId) throw new KlaError('NOT_SIGNED_IN')
  const { account, ...rest } = await auth.resolveSession({ sessionId }, { requestId: request.id })
  if (!account) throw new KlaError('NOT_SIGNED_IN')
  return { account, ...rest }
}
