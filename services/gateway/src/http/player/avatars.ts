import { AvatarParams, RestError } from '@kla/proto/schemas'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { Resource } from '../route.js'

interface Picture {
  readonly contentType: string
  readonly content: Buffer
}

const CACHE_CONTROL = 'public, max-age=86400, immutable'
const KEPT_MS = 3_600_000
const KEPT_BYTES = 16 * 1024 * 1024

export const avatars: Resource = async (app, { auth, library, now }) => {
  const pictures = new LRUCache<string, Picture, string>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    ttl: KEPT_MS,
    perf: { now },
    ignoreFetchAbort: true,
    fetchMethod: async (key, _stale, { context: requestId }) => {
      const named = await auth.findAvatar({ key }, { requestId })
      const { contentType, content } = await library.getAvatar(named, { requestId })
      return { contentType, content: Buffer.from(content) }
    },
  })

  app.get(
    '/api/avatars/:key',
    {
      config: { access: 'anyone' },
      schema: {
        summary: "A player's picture",
        params: AvatarParams,
        response: { 200: Type.Any({ description: 'The picture.' }), '4xx': RestError, '5xx': RestError },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { contentType, content } = await pictures.forceFetch(key, { context: request.id })
      return reply
        .headers({ 'cache-control': CACHE_CONTROL, 'content-security-policy': "default-src 'none'; sandbox" })
        .type(contentType)
        .send(content)
    },
  )
}
