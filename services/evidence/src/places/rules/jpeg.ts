const MARKER = 0xff
const START_OF_IMAGE = 0xd8
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** C0 to CF without DHT, JPG and DAC (ITU T.81, table B.1). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** TEM and restarts have no segment. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
/** Length, precision, height, width, number of components. */
const FRAME_BYTES = 8

/** Size of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Reads the header without decoding; undefined without a size. */
export function jpegSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== MARKER) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === MARKER) {
      at += 1
      continue
    }
    at += 2
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE || marker === START_OF_IMAGE || marker === 0)
      return undefined
    if (standsAlone(marker)) continue
    if (at + 2 > bytes.length) return undefined
    const length = view.getUint16(at)
    if (length < 2 || at + length > bytes.length) return undefined
    if (isFrame(marker)) return length < FRAME_BYTES ? undefined : sizeAt(view, at)
    at += length
  }
  return undefined
}

function sizeAt(view: DataView, at: number): PictureSize | undefined {
  const size = { height: view.getUint16(at + 3), width: view.getUint16(at + 5) }
  // A height of 0 would follow after the scan.
  return size.width > 0 && size.height > 0 ? size : undefined
}

export function isJpegWithin(bytes: Uint8Array, most: PictureSize): boolean {
  const size = jpegSize(bytes)
  return size !== undefined && size.width <= most.width && size.height <= most.height
}
