const EXTENSION = 0x21
const GRAPHIC_CONTROL = 0xf9
const IMAGE = 0x2c
const HEADER_BYTES = 13
const IMAGE_HEADER_BYTES = 10
/** Browsers and ffmpeg show shorter delays for 100 ms. */
const DELAY_MIN_MS = 20
const DELAY_DEFAULT_MS = 100

/** Size and timing of a GIF. */
export interface Gif {
  /** Canvas size, grown to show the whole first frame, as in browsers. */
  readonly width: number
  readonly height: number
  readonly delaysMs: readonly number[]
}

/** Walks over blocks without unpacking, up to the first invalid one. */
export function readGif(bytes: Uint8Array): Gif {
  const at16 = (index: number): number => (bytes[index] ?? 0) + 256 * (bytes[index + 1] ?? 0)
  let [width, height] = [at16(6), at16(8)]
  const delaysMs: number[] = []
  let delayMs = DELAY_DEFAULT_MS
  let at = HEADER_BYTES + paletteBytes(bytes[10])
  while (at < bytes.length) {
    if (bytes[at] === IMAGE) {
      if (delaysMs.length === 0) {
        width = Math.max(width, at16(at + 1) + at16(at + 5))
        height = Math.max(height, at16(at + 3) + at16(at + 7))
      }
      delaysMs.push(delayMs)
      delayMs = DELAY_DEFAULT_MS
      // The byte before the data is the code size.
      at = afterSubBlocks(bytes, at + IMAGE_HEADER_BYTES + paletteBytes(bytes[at + 9]) + 1)
    } else if (bytes[at] === EXTENSION) {
      const asked = bytes[at + 1] === GRAPHIC_CONTROL ? 10 * at16(at + 4) : undefined
      if (asked !== undefined) delayMs = asked < DELAY_MIN_MS ? DELAY_DEFAULT_MS : asked
      at = afterSubBlocks(bytes, at + 2)
    } else {
      break
    }
  }
  return { width, height, delaysMs }
}

/** Sets the canvas size, which ffmpeg requires. */
export function withCanvas(bytes: Buffer, { width, height }: Pick<Gif, 'width' | 'height'>): Buffer {
  const mended = Buffer.from(bytes)
  mended.writeUInt16LE(Math.min(width, 0xffff), 6)
  mended.writeUInt16LE(Math.min(height, 0xffff), 8)
  return mended
}

export const hasCanvas = (bytes: Buffer, { width, height }: Pick<Gif, 'width' | 'height'>): boolean =>
  bytes.readUInt16LE(6) >= width && bytes.readUInt16LE(8) >= height

const paletteBytes = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1))

function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  for (let length = bytes[at] ?? 0; length !== 0; length = bytes[at] ?? 0) at += length + 1
  return at + 1
}
