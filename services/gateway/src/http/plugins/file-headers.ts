import type { FastifyReply, FastifyRequest } from 'fastify'

/** Types that run nothing when opened as a page. Not SVG, whose scripts run. */
const PASSIVE = /^(?:(?:application|text)\/javascript|text\/css|font\/|audio\/|image\/(?!svg))/

/** Answered in pieces, which belong together by their validators. */
const IN_PIECES = /^audio\//

/** Workers have a folder of their own below assets/: a worker's policy is that of its own answer. */
const LINKED_FILE = /^\/(?:assets\/)?[\w.-]+$/
/** With a content hash in its name, so that it is never asked for anew. */
const HASHED_FILE = /^\/assets\//

/** About 0.9 KB that browsers apply to documents and workers alone, or that the page has sent for its host. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-xss-protection',
] as const
const VALIDATORS = ['accept-ranges', 'etag', 'last-modified'] as const

interface FileAnswer {
  /** Without the query, as requested. */
  readonly path: string
  /** Undefined: an answer without content. */
  readonly contentType: string | undefined
}

/**
 * Names of the headers that an answer with a file does without. By its type, not only its path, as a missing file may be
 * answered with the page.
 */
export function headersLeftOut({ path, contentType = '' }: FileAnswer): readonly string[] {
  if (!PASSIVE.test(contentType) || !LINKED_FILE.test(path)) return []
  return HASHED_FILE.test(path) && !IN_PIECES.test(contentType) ? [...OF_DOCUMENTS, ...VALIDATORS] : OF_DOCUMENTS
}

/** For scopes that serve files. */
export async function leaveHeadersOut({ url }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [path = ''] = url.split('?', 1)
  const contentType = reply.getHeader('content-type')?.toString()
  for (const name of headersLeftOut({ path, contentType })) {
    reply.removeHeader(name)
    // Some plugins write past Fastify.
    reply.raw.removeHeader(name)
  }
}
