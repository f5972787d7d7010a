import type { FastifyReply, FastifyRequest } from 'fastify'

/** Types that run nothing when opened as a page. Not SVG, whose scripts run. */
const PASSIVE = /^(?:(?:application|text)\/javascript|text\/css|font\/|audio\/|image\/(?!svg))/

/** Types sent in ranges, which need validators. */
const IN_PIECES = /^audio\//

/** Paths other than workers', which have a folder below assets/: a worker's policy comes from its own response. */
const LINKED_FILE = /^\/(?:assets\/)?[\w.-]+$/
/** Paths with a content hash in the name, which are never revalidated. */
const HASHED_FILE = /^\/assets\//

/** Headers (0.9 KB) that apply only to documents and workers, or that the page has sent for its host. */
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
  /** Requested path without the query. */
  readonly path: string
  /** Content type; undefined without content. */
  readonly contentType: string | undefined
}

/**
 * Names the headers that a file's response omits. The type counts too, since a missing file may be answered with the
 * page.
 */
export function headersLeftOut({ path, contentType = '' }: FileAnswer): readonly string[] {
  if (!PASSIVE.test(contentType) || !LINKED_FILE.test(path)) return []
  return HASHED_FILE.test(path) && !IN_PIECES.test(contentType) ? [...OF_DOCUMENTS, ...VALIDATORS] : OF_DOCUMENTS
}

/** Removes needless headers, in scopes that serve files. */
export async function leaveHeadersOut({ url }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const [path = ''] = url.split('?', 1)
  const contentType = reply.getHeader('content-type')?.toString()
  for (const name of headersLeftOut({ path, contentType })) {
    reply.removeHeader(name)
    // Some plugins write past Fastify.
    reply.raw.removeHeader(name)
  }
}
