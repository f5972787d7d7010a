import { KlaError } from '@kla/chassis'
import type { Limits } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { accountOf, isAdult } from './fake-auth.js'
import { createFakeGifControl, type FakeGifControl } from './fake-gif-control.js'

const CLIP = Buffer.from('0123456789')

export interface FakeLibrary {
  readonly client: Clients['library']
  readonly gifControl: FakeGifControl
  /** Cards by account. */
  readonly limits: Map<number, Limits>
  /** Removed ids, with the account that removed them. */
  readonly hidden: string[]
  readonly requests: { url: string; range: string; ifNoneMatch: string; headOnly: boolean }[]
}

/** True if a principal of the other fakes may see clips. */
const seesClips = (principal: string | undefined): boolean =>
  isAdult(principal) || /^administrator-(owner$|moderator|viewer|.*\+child-safety)/.test(principal ?? '')

/** The library with one clip of ten bytes, and one saved GIF for each account. */
export function createFakeLibrary(): FakeLibrary {
  const requests: FakeLibrary['requests'] = []
  const hidden: string[] = []
  const limits: FakeLibrary['limits'] = new Map()
  const gifControl = createFakeGifControl()
  return {
    requests,
    limits,
    hidden,
    gifControl,
    client: {
      ...gifControl.client,
      getMedia: async function* (request, context) {
        if (!seesClips(context?.principal)) {
          const administrator = context?.principal?.startsWith('administrator-')
          throw new KlaError(administrator ? 'NOT_ALLOWED' : 'MEDIA_FOR_ADULTS')
        }
        requests.push(request)
        if (request.url === 'https://clips.example/blocked.mp4') throw new KlaError('MEDIA_BLOCKED')
        if (!request.url.startsWith('https://clips.example/')) throw new KlaError('MEDIA_NOT_ALLOWED')
        const base = { contentType: 'video/mp4', contentLength: 10, contentRange: '', etag: '"e1"' }
        if (request.range === 'bytes=50-') throw new KlaError('RANGE_NOT_SATISFIABLE')
        if (request.ifNoneMatch === '"e1"') {
          yield { part: { $case: 'head', value: { ...base, status: 304 } } }
          return
        }
        const partial = request.range === 'bytes=2-4'
        yield {
          part: {
            $case: 'head',
            value: partial
              ? { ...base, status: 206, contentLength: 3, contentRange: 'bytes 2-4/10' }
              : { ...base, status: 200 },
          },
        }
        if (request.headOnly) return
        const bytes = partial ? CLIP.subarray(2, 5) : CLIP
        yield { part: { $case: 'chunk', value: bytes.subarray(0, 2) } }
        yield { part: { $case: 'chunk', value: bytes.subarray(2) } }
      },
      getAvatar: async ({ discordId }) => {
        if (discordId !== '10001') throw new KlaError('MEDIA_NOT_FOUND')
        return { contentType: 'image/png', content: Buffer.from('a picture') }
      },
      listSavedGifs: async (_request, context) => {
        const id = accountOf(context?.principal) * 10
        return { gifs: [{ id, gifUrl: 'https://clips.example/1.mp4', thumbnail: 't', savedAtMs: 5 }] }
      },
      getLimits: async (_request, context) => limits.get(accountOf(context?.principal)) ?? { limits: [] },
      setLimits: async (card, context) => {
        limits.set(accountOf(context?.principal), card)
        return card
      },
      hideSavedGif: async ({ id }, context) => {
        if (id > 1_000) throw new KlaError('NOT_IN_LIBRARY')
        hidden.push(`${id} of ${accountOf(context?.principal)}`)
        return {}
      },
    },
  }
}
