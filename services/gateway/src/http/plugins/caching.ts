import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** `@fastify/etag` knows neither lists nor `*`, and tags refusals. */
export async function answerIfChanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const tag = `"${createHash('sha256').update(payload).digest('base64url')}"`
  reply.header('etag', `W/${tag}`)
  if (!matches(request.headers['if-none-match'], tag)) return payload
  reply.status(304).removeHeader('content-type')
  return ''
}

/** Weak comparison (RFC 9110, If-None-Match). */
const matches = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)

export const neverStored = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  reply.header('cache-control', 'no-store')
}

const YEAR_S = 31_536_000

/** Names in assets/ contain content hashes. */
export const cacheControl = (bundle: string, path: string, otherwise: string): string =>
  relative(bundle, path).startsWith(`assets${sep}`) ? `public, max-age=${YEAR_S}, immutable` : otherwise
