import { KlaError } from '@kla/chassis'
import type { GetMediaRequest, GetMediaResponse, MediaHead } from '@kla/proto'
import { byteRange } from '../domain/byte-range.js'
import { namesTag } from '../domain/entity-tag.js'
import type { MediaSource } from '../media/media-source.js'

const CHUNK_BYTES = 64 * 1024

/** A head, then the bytes it speaks of. */
export const getMedia = (media: MediaSource) =>
  async function* ({ url, range, ifNoneMatch, headOnly }: GetMediaRequest): AsyncGenerator<GetMediaResponse> {
    const file = await media.open(url)
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
