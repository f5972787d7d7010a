import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'

/**
 * A hook for answers that many ask for again and again: who says by If-None-Match that it has this very answer gets a
 * 304 without it.
 */
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

/** By the weak comparison, which is the one of If-None-Match. */
const matches = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)

/** A hook for answers that are about one person: no cache keeps them. */
export const neverStored = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  reply.header('cache-control', 'no-store')
}

const YEAR_S = 31_536_000

/** How long a file of a bundle is kept. The build puts a hash of its content into the name of every one in its assets/. */
export const cacheControl = (bundle: string, path: string, otherwise: string): string =>
  relative(bundle, path).startsWith(`assets${sep}`) ? `public, max-age=${YEAR_S}, immutable` : otherwise
