import { KlaError } from '@kla/chassis'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { SESSION_COOKIE } from '../session-cookie.js'
import type { HttpParts } from './http-parts.js'
import { identifyPlayer, type Player } from './identify.js'

/** Who looks at clips. */
export interface Viewers {
  /** Which player makes a request. Rejects with NOT_SIGNED_IN, and with UNAVAILABLE where that cannot be known. */
  identify(request: FastifyRequest): Promise<Player>
}

/** Everybody who plays here, and 1 KB each. */
const REMEMBERED_MAX = 10_000

/**
 * auth is asked with every clip, so that an ended session, a ban and a locked age verdict hold at once. While it does not
 * answer, and so tells of nothing new, battles go on: whoever it last knew keeps seeing clips while the principal is valid.
 * A cookie is known by its whole value: one that auth has refused is known no more, whatever the session's next one opens.
 */
export function createViewers(parts: Pick<HttpParts, 'auth' | 'cookieSecure' | 'now'>): Viewers {
  const last = new LRUCache<string, Player>({ max: REMEMBERED_MAX })
  return {
    async identify(request) {
      const key = createHash('sha256').update(request.cookies[SESSION_COOKIE] ?? '').digest('base64')
      try {
        const player = await identifyPlayer(request, parts)
        last.set(key, player)
        return player
      } catch (error) {
        const { code } = KlaError.from(error)
        const known = code === 'unavailable' ? last.get(key) : undefined
        if (known && known.principalExpiresAtMs > parts.now()) return known
        if (code !== 'unavailable') last.delete(key)
        throw error
      }
    },
  }
}
