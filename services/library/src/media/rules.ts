interface ByteRange {
  readonly first: number
  readonly last: number
}

const SINGLE = /^bytes=(\d*)-(\d*)$/

/** RFC 9110, section 14. Several ranges, or an ill-formed header, get the whole file. */
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

/** If-None-Match, compared weakly (RFC 9110, section 13.1.2). */
export function matchesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}

/** Everything else is refused, whatever its sender calls it. */
export type MediaType = 'video/mp4' | 'video/webm' | 'image/gif' | 'image/jpeg' | 'image/png' | 'image/webp'

/** What {@link mediaTypeOf} needs. */
export const SNIFFED_BYTES = 64

// ISO base media brands of MPEG-4 video; AVIF, HEIC and QuickTime share the container.
const MP4_BRANDS: ReadonlySet<string> = new Set(
  ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash', 'mmp4', 'MSNV'],
)

/** By its first bytes; undefined for other types. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES))
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp'
  if (text.startsWith('\x1aE\xdf\xa3') && text.includes('webm')) return 'video/webm'
  if (text.slice(4, 8) === 'ftyp' && MP4_BRANDS.has(text.slice(8, 12))) return 'video/mp4'
  return undefined
}

const ANIMATED = 0x02

/** Of a WebP. ffmpeg cannot watch them. */
export const isAnimatedWebp = (start: Uint8Array): boolean =>
  String.fromCharCode(...start.subarray(12, 16)) === 'VP8X' && ((start[20] ?? 0) & ANIMATED) !== 0

export function gifSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const at = (index: number): number => (bytes[index] ?? 0) + 256 * (bytes[index + 1] ?? 0)
  return { width: at(6), height: at(8) }
}

const EXTENSION = 0x21
const IMAGE = 0x2c
const HEADER_BYTES = 13
const IMAGE_HEADER_BYTES = 10

/** Walks over the blocks without unpacking; stops where the file makes no sense. */
export function countGifFrames(bytes: Uint8Array): number {
  let frames = 0
  let at = HEADER_BYTES + paletteBytes(bytes[10])
  while (at < bytes.length) {
    if (bytes[at] === IMAGE) {
      frames++
      // The byte before the data is the code size.
      at = afterSubBlocks(bytes, at + IMAGE_HEADER_BYTES + paletteBytes(bytes[at + 9]) + 1)
    } else if (bytes[at] === EXTENSION) {
      at = afterSubBlocks(bytes, at + 2)
    } else {
      break
    }
  }
  return frames
}

const paletteBytes = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1))

function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  for (let length = bytes[at] ?? 0; length !== 0; length = bytes[at] ?? 0) at += length + 1
  return at + 1
}
