interface WrittenFrame {
  /** In hundredths of a second; without it the frame has no control block. */
  readonly delay?: number | undefined
  /** Of the four colours of the palette: black, white, red, green. */
  readonly colour?: number
  readonly left?: number
  readonly top?: number
  readonly width?: number
  readonly height?: number
  readonly disposal?: number
  readonly transparent?: number
  /** A palette of its own, four colours as RGB. */
  readonly palette?: readonly number[]
  readonly interlaced?: boolean
}

interface WrittenGif {
  readonly width?: number
  readonly height?: number
  readonly frames: readonly WrittenFrame[]
  /** Absent: the file does not say, so that browsers play it once. */
  readonly loops?: number
}

const PALETTE = [0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0]

/** A GIF of plain rectangles. */
export function writeGif({ width = 32, height = 16, frames, loops }: WrittenGif): Buffer {
  const head = Buffer.from([...Buffer.from('GIF89a'), ...two(width), ...two(height), 0x81, 0, 0, ...PALETTE])
  const loop = loops === undefined ? [] : [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, ...two(loops), 0]
  const size = { width: width || 32, height: height || 16 }
  return Buffer.concat([
    head,
    Buffer.from(loop),
    ...frames.map((frame) => frameOf({ ...size, ...frame })),
    Buffer.from([0x3b]),
  ])
}

const two = (value: number): number[] => [value & 255, value >> 8]

function frameOf(frame: WrittenFrame & { readonly width: number; readonly height: number }): Buffer {
  const {
    delay,
    colour = 0,
    left = 0,
    top = 0,
    width,
    height,
    disposal = 0,
    transparent,
    palette,
    interlaced = false,
  } = frame
  const flags = (disposal << 2) | (transparent === undefined ? 0 : 1)
  const control = delay === undefined ? [] : [0x21, 0xf9, 4, flags, ...two(delay), transparent ?? 0, 0]
  const image = [
    0x2c,
    ...two(left),
    ...two(top),
    ...two(width),
    ...two(height),
    (palette ? 0x81 : 0) | (interlaced ? 0x40 : 0),
  ]
  return Buffer.from([...control, ...image, ...(palette ?? []), ...pixels(colour, width * height)])
}

/** Codes of three bits: a clear before every two pixels, so that no code grows longer. */
function pixels(colour: number, count: number): number[] {
  const codes: number[] = []
  for (let at = 0; at < count; at++) codes.push(...(at % 2 === 0 ? [4] : []), colour)
  codes.push(5)
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (const code of codes) {
    held |= code << bits
    bits += 3
    for (; bits >= 8; bits -= 8, held >>= 8) bytes.push(held & 255)
  }
  if (bits > 0) bytes.push(held)
  const blocks: number[] = []
  for (let at = 0; at < bytes.length; at += 255)
    blocks.push(Math.min(255, bytes.length - at), ...bytes.slice(at, at + 255))
  return [2, ...blocks, 0]
}
