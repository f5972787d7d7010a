import { KlaError } from '@kla/chassis'
import { damaged, type PictureFormat } from './formats.js'
import { PIXELS_MAX } from './probe.js'

/** A picture's file, as far as it can be read without decoding. */
interface Picture {
  readonly width: number
  readonly height: number
  /** True for what no pixel needs: places, names, other files at the end. Encoders sign their JPEGs in a comment. */
  readonly carriesMore: boolean
}

/** True if the file only shows its picture. Throws MEDIA_TOO_LARGE, and MEDIA_FORMAT without a size. */
export function isBarePicture(bytes: Buffer, format: PictureFormat): boolean {
  const { width, height, carriesMore } = READERS[format](bytes)
  if (width * height === 0) throw damaged(format)
  if (width * height > PIXELS_MAX) throw new KlaError('MEDIA_TOO_LARGE')
  return !carriesMore
}

const READERS: Readonly<Record<PictureFormat, (bytes: Buffer) => Picture>> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])
/** Markers that give the size. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const ICC_PROFILE = 0xe2
// JFIF, and how Adobe stores colours.
const NEEDED: ReadonlySet<number> = new Set([0xe0, 0xee])

function readJpeg(bytes: Buffer): Picture {
  let size = { width: 0, height: 0 }
  let carriesMore = false
  let at = 2
  for (; at + 9 < bytes.length && bytes[at] === 0xff && bytes[at + 1] !== START_OF_SCAN;) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (isFrame(marker)) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    const isProfile = marker === ICC_PROFILE && bytes.toString('latin1', at + 4, at + 15) === 'ICC_PROFILE'
    if (marker >= 0xe0 && marker <= 0xef && !isProfile && !NEEDED.has(marker)) carriesMore = true
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  const end = bytes.indexOf(END_OF_IMAGE, at)
  return { ...size, carriesMore: carriesMore || (end >= 0 && end + END_OF_IMAGE.length < bytes.length) }
}

const PNG_CHUNKS: ReadonlySet<string> = new Set([
  'IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'bKGD', 'hIST', 'sPLT', 'pHYs',
]) // oxfmt-ignore

function readPng(bytes: Buffer): Picture {
  if (bytes.length < 24) return { width: 0, height: 0, carriesMore: false }
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IEND') return { ...size, carriesMore: at + 12 < bytes.length }
    if (!PNG_CHUNKS.has(name)) return { ...size, carriesMore: true }
  }
  return { ...size, carriesMore: false }
}

const WEBP_CHUNKS: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'])

function readWebp(bytes: Buffer): Picture {
  let [width, height] = [0, 0]
  let carriesMore = false
  let at = 12
  while (at + 18 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4)
    const [wide, high] = webpSize(name, bytes, at + 8)
    width = Math.max(width, wide)
    height = Math.max(height, high)
    if (!WEBP_CHUNKS.has(name)) carriesMore = true
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return { width, height, carriesMore: carriesMore || at < bytes.length }
}

function webpSize(name: string, bytes: Buffer, at: number): readonly [width: number, height: number] {
  if (name === 'VP8X') return [bytes.readUIntLE(at + 4, 3) + 1, bytes.readUIntLE(at + 7, 3) + 1]
  if (name === 'VP8 ') return [bytes.readUInt16LE(at + 6) & 0x3fff, bytes.readUInt16LE(at + 8) & 0x3fff]
  if (name !== 'VP8L') return [0, 0]
  const bits = bytes.readUInt32LE(at + 1)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}
