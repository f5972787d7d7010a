interface ByteRange {
  readonly first: number
  readonly last: number
}

const SINGLE = /^bytes=(\d*)-(\d*)$/

/** RFC 9110, section 14: several or ill-formed ranges get the whole file. */
export function byteRange(header: string, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = SINGLE.exec(header.replaceAll(' ', ''))
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? '']
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'whole'
  if (first >= size) return 'unsatisfiable'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

/** Compares weakly (RFC 9110, section 13.1.2). */
export function matchesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}

/** Types that may be served, whatever senders say. */
export type MediaType = 'video/mp4' | 'video/webm' | 'image/gif' | 'image/jpeg' | 'image/png' | 'image/webp'

export const SNIFFED_BYTES = 64

// MPEG-4 brands of ISO base media: AVIF, HEIC and QuickTime share the container.
const MP4_BRAND = /^(?:iso[m2-9]|mp4[12]|avc1|av01|hvc1|M4VH?P? ?|dash|mmp4|MSNV|3g[p2].|f4v |cmf[c2])$/

export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES))
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp'
  if (text.startsWith('\x1aE\xdf\xa3') && text.includes('webm')) return 'video/webm'
  if (text.slice(4, 8) === 'ftyp' && MP4_BRAND.test(text.slice(8, 12))) return 'video/mp4'
  return undefined
}
