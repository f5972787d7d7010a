import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { KlaError } from '@kla/chassis'
import { type ErrorCode, type Reason, REASONS, type RestError } from '@kla/proto/web'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorOf } from '../../shared/field-faults.js'
import { isNavigation } from '../url-prefixes.js'
import { REFUSAL_PAGE_HEADERS, refusalPage } from './refusal-page.js'

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_argument: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  already_exists: 409,
  failed_precondition: 409,
  resource_exhausted: 429,
  aborted: 409,
  unavailable: 503,
  internal: 500,
}

const OWN_STATUS: Readonly<Partial<Record<Reason, number>>> = {
  BODY_TOO_LARGE: 413,
  METHOD_NOT_ALLOWED: 405,
  RANGE_NOT_SATISFIABLE: 416,
  MEDIA_TOO_LARGE: 413,
  MEDIA_FORMAT: 415,
  MEDIA_UNAVAILABLE: 502,
}

export const httpStatus = ({ reason, code }: KlaError): number => OWN_STATUS[reason] ?? STATUS[code]

const RETRY_AFTER_S = 5

/** Every 503 says when to try again. */
export function registerErrors(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => setRetryAfter(reply))
  app.setErrorHandler<FastifyError>((error, request, reply) => sendRefusal(reply, refusalOf(error, request)))
}

function setRetryAfter(reply: FastifyReply): void {
  if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(RETRY_AFTER_S))
}

/** Sends a page to a navigating browser, otherwise JSON with `more`. Not cached. */
export function sendRefusal(reply: FastifyReply, refusal: KlaError, more: object = {}): FastifyReply {
  reply.status(httpStatus(refusal)).header('cache-control', 'no-store')
  if (refusal.retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfterMs / 1_000)))
  setRetryAfter(reply)
  const { request } = reply
  if (!isNavigation(request))
    return reply.send({ ...more, error: refusal.message, code: refusal.reason } satisfies RestError)
  return reply
    .headers(REFUSAL_PAGE_HEADERS)
    .send(refusalPage(refusal, request, secondsOf(reply.getHeader('retry-after'))))
}

const secondsOf = (retryAfter: unknown): number | undefined =>
  retryAfter === undefined || Number.isNaN(Number(retryAfter)) ? undefined : Number(retryAfter)

/** Logs unexpected errors and hides their details. */
export function refusalOf(error: FastifyError, request: FastifyRequest): KlaError {
  const refusal = translate(error)
  if (refusal.code === 'internal') request.log.error({ err: error }, 'a request failed')
  return refusal
}

function translate(error: FastifyError): KlaError {
  if (error.validation) return errorOf(error.validation)
  const { statusCode = 500 } = error
  if (statusCode === 429) return new KlaError('RATE_LIMITED')
  if (statusCode === 404) return new KlaError('NOT_FOUND')
  if (statusCode === 413) return new KlaError('BODY_TOO_LARGE')
  if (statusCode >= 400 && statusCode < 500) return new KlaError('INVALID_FIELD')
  return KlaError.from(error)
}

/** Closing at once could lose the answer. */
const LINGER_MS = 3_000

const UNREADABLE: Readonly<Record<string, readonly [status: number, Reason]>> = {
  HPE_HEADER_OVERFLOW: [431, 'BODY_TOO_LARGE'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'BODY_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'INVALID_FIELD'],
}

const ACCEPTS_PAGE = /^accept:[^\r\n]*text\/html/im

/** Answers unreadable requests, then closes. */
export function refuseUnreadable(
  error: NodeJS.ErrnoException & { readonly rawPacket?: unknown },
  socket: Socket,
): void {
  const { code = '', rawPacket } = error
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason] = UNREADABLE[code] ?? [400, 'INVALID_FIELD']
  const text =
    status === 431
      ? 'Your browser sent too much data. Delete this site’s cookies, then try again.'
      : REASONS[reason].text
  const asPage = rawPacket instanceof Buffer && ACCEPTS_PAGE.test(rawPacket.toString('latin1'))
  const body = asPage
    ? refusalPage(new KlaError(reason, text), {})
    : JSON.stringify({ error: REASONS[reason].text, code: reason } satisfies RestError)
  const headers = asPage ? REFUSAL_PAGE_HEADERS : { 'content-type': 'application/json; charset=utf-8' }
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.on('error', () => socket.destroy()).resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
