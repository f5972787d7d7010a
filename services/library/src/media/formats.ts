import { KlaError } from '@kla/chassis'
import { mediaTypeOf } from './rules.js'

export type Format = 'gif' | 'mp4' | 'webm' | 'jpeg' | 'png' | 'apng' | 'webp'

const ANIMATED_WEBP = 0x02
const PNG_SIGNATURE_BYTES = 8

/** Throws MEDIA_FORMAT, naming any other format. */
export function formatOf(bytes: Uint8Array): Format {
  const type = mediaTypeOf(bytes)
  switch (type) {
    case undefined:
      throw unplayable(otherFormat(bytes))
    case 'image/webp':
      // ffmpeg reads them from version 8.
      if (isAnimatedWebp(bytes)) throw unplayable('an animated WebP')
      return 'webp'
    case 'image/png':
      return isAnimatedPng(bytes) ? 'apng' : 'png'
    default:
      return type.slice(type.indexOf('/') + 1) as Format
  }
}

export const unplayable = (what: string): KlaError =>
  new KlaError('MEDIA_FORMAT', `We can't show ${what}. Use a GIF, MP4, WebM, PNG, JPEG or still WebP.`)

const isAnimatedWebp = (bytes: Uint8Array): boolean =>
  textAt(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & ANIMATED_WEBP) !== 0

/** Finds the control chunk before the picture; comments may contain its name. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = PNG_SIGNATURE_BYTES; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = textAt(bytes, at + 4, 4)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}

const BRANDS: Readonly<Record<string, string>> = {
  avif: 'an AVIF picture',
  avis: 'an animated AVIF',
  heic: 'a HEIC picture',
  heix: 'a HEIC picture',
  mif1: 'a HEIF picture',
  msf1: 'an animated HEIF',
  hevc: 'an animated HEIC',
  'qt  ': 'a QuickTime movie',
}
const STARTS: readonly (readonly [start: string, what: string])[] = [
  ['\xff\x0a', 'a JPEG XL picture'], ['\0\0\0\x0cJXL ', 'a JPEG XL picture'], ['\0\0\0\x0cjP  ', 'a JPEG 2000 picture'], ['BM', 'a BMP picture'],
  ['II*\0', 'a TIFF picture'], ['MM\0*', 'a TIFF picture'], ['\0\0\x01\0', 'an icon'], ['\x1aE\xdf\xa3', 'a Matroska video'],
  ['FLV', 'a Flash video'], ['OggS', 'an Ogg file'], ['%PDF', 'a PDF'], ['ID3', 'an MP3'], ['\0\0\x01\xba', 'an MPEG video'],
  ['G@', 'an MPEG transport stream'], ['#EXTM3U', 'a playlist'],
] // oxfmt-ignore
const MARKUP = /^(?:\xef\xbb\xbf)?\s*<(svg|!doctype|html|head|body|\?xml|!--)/i
const NAMED_BYTES = 64

function otherFormat(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'an empty file'
  const text = textAt(bytes, 0, NAMED_BYTES)
  if (text.slice(4, 8) === 'ftyp') return BRANDS[text.slice(8, 12)] ?? 'a file of an unknown kind'
  if (text.startsWith('RIFF')) return text.slice(8, 12) === 'AVI ' ? 'an AVI video' : 'a sound file'
  const [, tag = ''] = MARKUP.exec(text) ?? []
  if (tag !== '') return tag.toLowerCase() === 'svg' ? 'an SVG picture' : 'a web page'
  return STARTS.find(([start]) => text.startsWith(start))?.[1] ?? 'a file of an unknown kind'
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))
