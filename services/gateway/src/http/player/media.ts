import { Readable } from 'node:stream'
import { KlaError } from '@kla/chassis'
import type { GetMediaResponse, MediaHead } from '@kla/proto'
import { MediaQuery, RestError } from '@kla/proto/schemas'
import { Type } from 'typebox'
import { onBehalfOf } from '../plugins/access.js'
import type { Resource } from '../route.js'

const STREAM_WITHIN_MS = 300_000

export const media: Resource = async (app, { library }) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media',
    config: { access: 'viewer' },
    schema: {
      summary: 'A GIF as video',
      querystring: MediaQuery,
      response: {
        200: Type.Any({ description: 'The clip.' }),
        206: Type.Any(),
        304: Type.Any(),
        '4xx': RestError,
        '5xx': RestError,
      },
    },
    handler: async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const headOnly = request.method === 'HEAD'
      const parts = library
        .getMedia(
          {
            url: request.query.u,
            range: request.headers.range ?? '',
            ifNoneMatch: request.headers['if-none-match'] ?? '',
            headOnly,
          },
          { ...onBehalfOf(request), deadlineMs: STREAM_WITHIN_MS, signal: gone.signal },
        )
        [Symbol.asyncIterator]()
      const head = await readHead(parts)
      reply.status(head.status).headers(headersOf(head))
      if (headOnly || head.status === 304) {
        gone.abort()
        return reply.send(null)
      }
      return reply.send(Readable.from(chunksOf(parts), { objectMode: false }))
    },
  })
}

/** Private: access depends on the viewer. */
const CACHE_CONTROL = 'private, max-age=60, must-revalidate'

async function readHead(parts: AsyncIterator<GetMediaResponse>): Promise<MediaHead> {
  const first = await parts.next()
  const part = first.done ? undefined : first.value.part
  if (part?.$case !== 'head') throw new KlaError('MEDIA_UNAVAILABLE')
  return part.value
}

function headersOf({ status, contentType, contentLength, contentRange, etag }: MediaHead): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    'cache-control': CACHE_CONTROL,
    vary: 'cookie, authorization',
    ...(etag === '' ? {} : { etag }),
    ...(contentRange === '' ? {} : { 'content-range': contentRange }),
    ...(status === 304 ? {} : { 'content-type': contentType, 'content-length': String(contentLength) }),
  }
}

async function* chunksOf(parts: AsyncIterator<GetMediaResponse>): AsyncGenerator<Uint8Array> {
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      if (next.value.part?.$case === 'chunk') yield next.value.part.value
    }
  } finally {
    await parts.return?.()
  }
}
