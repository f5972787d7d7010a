const EXTENSION = 0x21
const IMAGE = 0x2c
const HEADER_BYTES = 13
const IMAGE_HEADER_BYTES = 10

/**
 * How many pictures a GIF holds, found by walking over its blocks without unpacking any. Stops where the file ends or
 * makes no sense, as a player would.
 */
export function countGifFrames(bytes: Uint8Array): number {
  let frames = 0
  let at = HEADER_BYTES + paletteBytes(bytes[10])
  while (at < bytes.length) {
    if (bytes[at] === IMAGE) {
      frames++
      // The byte before the data tells the width of its codes.
      at = afterSubBlocks(bytes, at + IMAGE_HEADER_BYTES + paletteBytes(bytes[at + 9]) + 1)
    } else if (bytes[at] === EXTENSION) {
      at = afterSubBlocks(bytes, at + 2)
    } else {
      break
    }
  }
  return frames
}

/** Size of the palette that a byte of flags announces. */
const paletteBytes = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1))

function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  for (let length = bytes[at] ?? 0; length !== 0; length = bytes[at] ?? 0) at += length + 1
  return at + 1
}
