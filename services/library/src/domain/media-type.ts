/** What is shown. Everything else is refused, whatever its sender calls it. */
export type MediaType = 'video/mp4' | 'video/webm' | 'image/gif' | 'image/jpeg' | 'image/png' | 'image/webp'

/** How much of a file {@link mediaTypeOf} has to see, bytes. */
export const SNIFFED_BYTES = 64

// Brands of ISO base media files that are MPEG-4 video; AVIF and HEIC pictures and QuickTime share the container.
const MP4_BRANDS: ReadonlySet<string> = new Set(
  ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash', 'mmp4', 'MSNV'],
) // prettier-ignore

/** The type of a file by its first bytes, undefined if it is none of ours. */
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

/** Width and height that a GIF says it has. */
export function gifSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const at = (index: number): number => (bytes[index] ?? 0) + 256 * (bytes[index + 1] ?? 0)
  return { width: at(6), height: at(8) }
}
