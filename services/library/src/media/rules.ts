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

/** Formats that share MP4's container. What files of other brands hold, the probe says. */
export const OTHER_BRANDS: Readonly<Record<string, string>> = {
  ...brands('an AVIF picture', 'avif', 'avio'),
  ...brands('an animated AVIF', 'avis'),
  ...brands('a HEIC picture', 'heic', 'heix', 'heim', 'heis'),
  ...brands('an animated HEIC', 'hevc', 'hevx', 'hevm', 'hevs'),
  ...brands('a HEIF picture', 'mif1', 'mif2'),
  ...brands('an animated HEIF', 'msf1'),
  ...brands('a QuickTime movie', 'qt  '),
}

export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES))
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp'
  if (text.startsWith('\x1aE\xdf\xa3') && text.includes('webm')) return 'video/webm'
  if (text.slice(4, 8) === 'ftyp' && OTHER_BRANDS[text.slice(8, 12)] === undefined) return 'video/mp4'
  return undefined
}

function brands(what: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, what]))
}
