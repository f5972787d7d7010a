import { type Call, createConcurrencyLimiter, type Handlers, KlaError } from '@kla/chassis'
import type { GetMediaRequest, GetMediaResponse, LibraryServiceService, MediaHead } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import { type GuardedAnswer, guardedRequest, type Resolve } from '../shared/guarded-request.js'
import type { KnownAddresses, Viewer } from './known-addresses.js'
import { byteRange, matchesTag, mediaTypeOf } from './rules.js'
import type { MediaSource } from './source.js'

const CHUNK_BYTES = 64 * 1024

/** Serves known addresses to adults and administrators. */
export const getMedia = (media: MediaSource, known: Pick<KnownAddresses, 'useOf'>) =>
  async function* (
    { url, range, ifNoneMatch, headOnly }: GetMediaRequest,
    call: Call,
  ): AsyncGenerator<GetMediaResponse> {
    const viewer = await viewerOf(call)
    const file = await media.open(url, (address) => known.useOf(address, viewer))
    try {
      const { contentType, size } = file
      const etag = `"${file.digest}"`
      if (ifNoneMatch !== '' && matchesTag(ifNoneMatch, etag)) {
        yield head({ status: 304, contentType, contentLength: 0, contentRange: '', etag })
        return
      }
      const part = byteRange(range, size)
      if (part === 'unsatisfiable') throw new KlaError('RANGE_NOT_SATISFIABLE')
      const { first, last } = part === 'whole' ? { first: 0, last: size - 1 } : part
      const status = part === 'whole' ? 200 : 206
      const contentRange = part === 'whole' ? '' : `bytes ${first}-${last}/${size}`
      yield head({ status, contentType, contentLength: last - first + 1, contentRange, etag })
      if (headOnly) return
      for (let at = first; at <= last;) {
        const value = await file.read(at, Math.min(CHUNK_BYTES, last - at + 1))
        if (value.length === 0) throw new KlaError('MEDIA_UNAVAILABLE')
        yield { part: { $case: 'chunk', value } }
        at += value.length
      }
    } finally {
      await file.close()
    }
  }

const head = (value: MediaHead): GetMediaResponse => ({ part: { $case: 'head', value } })

const SEE_CLIPS: readonly Permission[] = ['gifs.read', 'reports.read', 'cups.judge']

/** Rejects with MEDIA_FOR_ADULTS, BANNED and NOT_ALLOWED. */
async function viewerOf(call: Call): Promise<Viewer> {
  const administrator = await call.administrator().catch((error: unknown) => {
    const { reason } = KlaError.from(error)
    if (reason === 'NOT_SIGNED_IN') throw new KlaError('MEDIA_FOR_ADULTS')
    if (reason !== 'NOT_ALLOWED') throw error
    return undefined
  })
  if (!administrator) {
    if (!(await call.principal()).ageConfirmed) throw new KlaError('MEDIA_FOR_ADULTS')
    return 'player'
  }
  if (!SEE_CLIPS.some((permission) => administrator.permissions.includes(permission))) throw new KlaError('NOT_ALLOWED')
  return 'administrator'
}

/** Where avatars come from, and limits. */
export interface AvatarOptions {
  readonly baseUrl: string
  readonly privateOrigins: readonly string[]
  readonly resolve: Resolve
  readonly timeoutMs: number
}

/** Twice the largest size shown, pixels. */
const AVATAR_SIZE = 128
const AVATAR_BYTES_MAX = 512 * 1024
const AVATARS = { running: 8, waiting: 64, refusal: 'MEDIA_UNAVAILABLE' } as const
const GONE: ReadonlySet<number> = new Set([403, 404, 410])
// Both become part of an address.
const DISCORD_ID = /^[0-9]{1,20}$/
const HASH = /^[A-Za-z0-9_]{1,64}$/

/** Fetches from this host without redirects. Raster pictures only: an SVG on our origin could carry scripts. */
export function getAvatar(options: AvatarOptions): Handlers<typeof LibraryServiceService>['getAvatar'] {
  const { baseUrl, privateOrigins, resolve, timeoutMs } = options
  const rules = { allowedHosts: [new URL(baseUrl).host], privateOrigins }
  const limit = createConcurrencyLimiter(AVATARS)

  return async ({ discordId, avatar }) => {
    if (!DISCORD_ID.test(discordId) || !HASH.test(avatar)) throw new KlaError('MEDIA_NOT_FOUND')
    const address = `${baseUrl}/avatars/${discordId}/${avatar}.png?size=${AVATAR_SIZE}`
    return limit(async () => {
      const request = {
        rules,
        resolve,
        signal: AbortSignal.timeout(timeoutMs),
        redirects: 0,
        headers: { accept: 'image/*' },
      }
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
    if (size > AVATAR_BYTES_MAX) throw new KlaError('MEDIA_TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
