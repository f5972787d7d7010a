import { KlaError, type Handlers } from '@kla/chassis'
import type { LibraryServiceService } from '@kla/proto'
import { mediaTypeOf } from '../domain/media-type.js'
import { guardedRequest, type GuardedAnswer } from '../media/guarded-request.js'
import type { Resolve } from '../media/public-addresses.js'
import { createTurns } from '../media/turns.js'

export interface AvatarOptions {
  /** The login provider's content network, without a slash at the end. */
  readonly baseUrl: string
  /** As for media: origins that may be in a private network. */
  readonly privateOrigins: readonly string[]
  readonly resolve: Resolve
  readonly timeoutMs: number
}

/** Pixels asked for: twice the largest size shown. */
const SIZE = 128
/** A picture of that size has some 30 KB; the contract allows this much. */
const BYTES_MAX = 512 * 1024
const AT_ONCE = 8
const WAITING_MAX = 64
const GONE: ReadonlySet<number> = new Set([403, 404, 410])
// Both go into an address: nothing else may.
const DISCORD_ID = /^[0-9]{1,20}$/
const HASH = /^[A-Za-z0-9_]{1,64}$/

/**
 * A picture from the login provider's content network, by the guard that fetches clips: this host alone, no private address,
 * no redirect. Only raster pictures are answered, by their first bytes: an SVG on our own origin could carry scripts.
 */
export function getAvatar(options: AvatarOptions): Handlers<typeof LibraryServiceService>['getAvatar'] {
  const { baseUrl, privateOrigins, resolve, timeoutMs } = options
  const rules = { allowedHosts: [new URL(baseUrl).host], privateOrigins }
  const inTurn = createTurns(AT_ONCE, WAITING_MAX)

  return async ({ discordId, avatar }) => {
    if (!DISCORD_ID.test(discordId) || !HASH.test(avatar)) throw new KlaError('MEDIA_NOT_FOUND')
    const address = `${baseUrl}/avatars/${discordId}/${avatar}.png?size=${SIZE}`
    return inTurn(async () => {
      const request = { rules, resolve, signal: AbortSignal.timeout(timeoutMs), redirects: 0, headers: { accept: 'image/*' } }
      const content = await guardedRequest(address, request, readPicture)
      const contentType = mediaTypeOf(content)
      if (!contentType?.startsWith('image/')) throw new KlaError('MEDIA_UNAVAILABLE')
      return { contentType, content }
    })
  }
}

async function readPicture({ status, body }: GuardedAnswer): Promise<Buffer> {
  if (status !== 200) throw new KlaError(GONE.has(status) ? 'MEDIA_NOT_FOUND' : 'MEDIA_UNAVAILABLE')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > BYTES_MAX) throw new KlaError('MEDIA_TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
