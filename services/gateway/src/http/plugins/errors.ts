import { KlaError } from '@kla/chassis'
import type { RestError } from '@kla/proto/web'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { httpStatus } from '../error-status.js'

/** Every error leaves as `{ error, code }`. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => sendRefusal(reply, refusalOf(error, request)))
}

/** No cache keeps a refusal: what was refused may be allowed in a moment. */
export const sendRefusal = (reply: FastifyReply, refusal: KlaError): FastifyReply =>
  reply
    .status(httpStatus(refusal))
    .header('cache-control', 'no-store')
    .send({ error: refusal.message, code: refusal.reason } satisfies RestError)

/** What outside is told of an error; unexpected ones are logged here, once, and say nothing outside. */
export function refusalOf(error: FastifyError, request: FastifyRequest): KlaError {
  const refusal = translate(error)
  if (refusal.code === 'internal') request.log.error({ err: error }, 'a request failed')
  return refusal
}

/** A framework's error as one of ours: what it says of the request is the client's fault, the rest is not. */
function translate(error: FastifyError): KlaError {
  if (error.validation) return new KlaError('INVALID_FIELD')
  const { statusCode = 500 } = error
  if (statusCode === 429) return new KlaError('RATE_LIMITED')
  if (statusCode === 404) return new KlaError('NOT_FOUND')
  if (statusCode === 413) return new KlaError('BODY_TOO_LARGE')
  if (statusCode >= 400 && statusCode < 500) return new KlaError('INVALID_FIELD')
  return KlaError.from(error)
}
