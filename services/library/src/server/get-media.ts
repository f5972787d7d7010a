import { KlaError, type Call } from '@kla/chassis'
import type { GetMediaRequest, GetMediaResponse, MediaHead } from '@kla/proto'
import { byteRange } from '../domain/byte-range.js'
import { namesTag } from '../domain/entity-tag.js'
import type { KnownAddresses } from '../admission/known-addresses.js'
import { viewerOf } from '../admission/viewer-of.js'
import type { MediaSource } from '../media/media-source.js'

const CHUNK_BYTES = 64 * 1024

/** A head, then the bytes it speaks of; for adults and administrators, and of addresses that the library knows. */
export const getMedia = (media: MediaSource, known: Pick<KnownAddresses, 'isKnown'>) =>
  async function* (
    { url, range, ifNoneMatch, headOnly }: GetMediaRequest,
    call: Call,
  ): AsyncGenerator<GetMediaResponse> {
    const viewer = await viewerOf(call)
    const file = await media.open(url, (address) => known.isKnown(address, viewer))
    try {
      const { contentType, size } = file
      const etag = `"${file.digest}"`
      if (ifNoneMatch !== '' && namesTag(ifNoneMatch, etag)) {
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
      for (let at = first; at <= last; ) {
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
