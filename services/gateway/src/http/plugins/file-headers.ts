import type { FastifyReply, FastifyRequest } from 'fastify'

/** Types that run nothing as a page. Not SVG. */
const PASSIVE = /^(?:(?:application|text)\/javascript|text\/css|font\/|audio\/|image\/(?!svg))/

const RANGED_TYPES = /^audio\//

/** Paths other than workers', whose policy comes from their own response. */
const LINKED_FILE = /^\/(?:assets\/)?[\w.-]+$/
/** Paths with a content hash. */
const HASHED_FILE = /^\/assets\//

/** Headers (0.9 KB) for documents and workers only. */
const DOCUMENT_HEADERS = [
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
  readonly path: string
  readonly contentType: string | undefined
}

/** Names headers to omit. The type counts too: a missing file may become the page. */
export function omittedHeaders({ path, contentType = '' }: FileAnswer): readonly string[] {
  if (!PASSIVE.test(contentType) || !LINKED_FILE.test(path)) return []
  return HASHED_FILE.test(path) && !RANGED_TYPES.test(contentType)
    ? [...DOCUMENT_HEADERS, ...VALIDATORS]
    : DOCUMENT_HEADERS
}

export async function omitHeaders({ url }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [path = ''] = url.split('?', 1)
  const contentType = reply.getHeader('content-type')?.toString()
  for (const name of omittedHeaders({ path, contentType })) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
}
