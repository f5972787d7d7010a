import { AvatarParams, RestError } from '@kla/proto/web'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { HttpParts } from '../deps.js'
import { SharedReads } from '../shared-reads.js'
import type { TypedApp } from '../route.js'

interface Picture {
  readonly contentType: string
  readonly content: Buffer
}

/** A key names one picture for ever: whoever changes theirs gets another key. A day, so that one that is gone goes. */
const CACHE_CONTROL = 'public, max-age=86400, immutable'
const KEPT_MS = 3_600_000
const KEPT_BYTES = 16 * 1024 * 1024
/** Questions for the same key while one is under way; what came is kept by size. */
const UNDER_WAY_MS = 1_000

/** A player's picture, by an address that reveals neither the account nor what the login provider calls either. */
export const avatar = (app: TypedApp, { auth, library, now }: HttpParts): void => {
  const kept = new LRUCache<string, Picture>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    ttl: KEPT_MS,
    perf: { now },
  })
  const reads = new SharedReads<Picture, [string]>({
    read: async (key, requestId) => {
      const named = await auth.findAvatar({ key }, { requestId })
      const { contentType, content } = await library.getAvatar(named, { requestId })
      const picture = { contentType, content: Buffer.from(content) }
      kept.set(key, picture)
      return picture
    },
    ...{ keptMs: UNDER_WAY_MS, now },
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
      const { contentType, content } = kept.get(key) ?? (await reads.read(key, request.id))
      return reply
        .headers({ 'cache-control': CACHE_CONTROL, 'content-security-policy': "default-src 'none'; sandbox" })
        .type(contentType)
        .send(content)
    },
  )
}
