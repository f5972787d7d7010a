import { KlaError } from '@kla/chassis'
import { mayBeMedia } from '../shared/rules.js'
import { mediaTypeOf, OTHER_BRANDS } from './rules.js'

export type PictureFormat = 'jpeg' | 'png' | 'webp'
export type Format = 'gif' | 'mp4' | 'webm' | 'apng' | PictureFormat

export const isPictureFormat = (format: Format): format is PictureFormat =>
  format === 'jpeg' || format === 'png' || format === 'webp'

const ANIMATED_WEBP = 0x02
const PNG_SIGNATURE_BYTES = 8

/** Throws MEDIA_FORMAT, naming any other format, and MEDIA_UNAVAILABLE for no file at all. */
export function formatOf(bytes: Uint8Array): Format {
  const type = mediaTypeOf(bytes)
  switch (type) {
    case undefined:
      refuseMessage(bytes)
      throw unplayable(otherFormat(bytes) ?? 'a file of an unknown kind')
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

/**
 * Throws {@link NoFile} for what a host sends instead of a file, under any status and type: nothing, a page, a message.
 * Also takes a file's first bytes.
 */
export function refuseMessage(bytes: Uint8Array, contentType = ''): void {
  if (mediaTypeOf(bytes) !== undefined || otherFormat(bytes) !== undefined) return
  const text = textAt(bytes, 0, NAMED_BYTES)
  if (TEXT.test(text) || !mayBeMedia(contentType)) throw new NoFile()
}

/** MEDIA_UNAVAILABLE because the host answered without a file, perhaps for a while. */
export class NoFile extends KlaError {
  constructor() {
    super('MEDIA_UNAVAILABLE')
  }
}

export const unplayable = (what: string): KlaError =>
  new KlaError('MEDIA_FORMAT', `We can't show ${what}. Use a GIF, MP4, WebM, PNG, JPEG or still WebP.`)

const NAMES: Readonly<Record<Format, string>> = {
  gif: 'GIF', mp4: 'MP4', webm: 'WebM', apng: 'PNG', png: 'PNG', jpeg: 'JPEG', webp: 'WebP',
} // oxfmt-ignore

/** MEDIA_FORMAT for a file that arrived whole and cannot be decoded. */
export const damaged = (format: Format): KlaError => unplayable(`a damaged ${NAMES[format]}`)

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

const STARTS: readonly (readonly [start: string, what: string])[] = [
  ['\xff\x0a', 'a JPEG XL picture'], ['\0\0\0\x0cJXL ', 'a JPEG XL picture'], ['\0\0\0\x0cjP  ', 'a JPEG 2000 picture'], ['BM', 'a BMP picture'],
  ['II*\0', 'a TIFF picture'], ['MM\0*', 'a TIFF picture'], ['\0\0\x01\0', 'an icon'], ['\x1aE\xdf\xa3', 'a Matroska video'],
  ['FLV', 'a Flash video'], ['OggS', 'an Ogg file'], ['%PDF', 'a PDF'], ['ID3', 'an MP3'], ['\0\0\x01\xba', 'an MPEG video'],
  ['G@', 'an MPEG transport stream'], ['#EXTM3U', 'a playlist'],
] // oxfmt-ignore
const TEXT = /^[\t\n\f\r\x20-\x7e\x80-\xff]*$/
const COMMENT = /<!--[^]*?-->/g
const ROOT = /<([a-z][a-z0-9]*)/i
/** Prologues of drawings are long. */
export const NAMED_BYTES = 1_024

function otherFormat(bytes: Uint8Array): string | undefined {
  const text = textAt(bytes, 0, NAMED_BYTES)
  const brand = text.slice(4, 8) === 'ftyp' && OTHER_BRANDS[text.slice(8, 12)]
  if (brand) return brand
  if (text.startsWith('RIFF')) return text.slice(8, 12) === 'AVI ' ? 'an AVI video' : 'a sound file'
  if (ROOT.exec(text.replace(COMMENT, ''))?.[1]?.toLowerCase() === 'svg') return 'an SVG picture'
  return STARTS.find(([start]) => text.startsWith(start))?.[1]
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))
