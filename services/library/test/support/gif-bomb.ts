/** Frames of one pixel on a screen of any size: small to send, large to paint. */
export function gifOfFrames(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(13)
  screen.write('GIF89a', 'latin1')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  // A palette of two colours.
  screen[10] = 0x80
  const palette = Buffer.from([0, 0, 0, 255, 255, 255])
  const control = Buffer.from([0x21, 0xf9, 4, 4, 2, 0, 0, 0])
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0])
  // Code width 2: clear, colour 0, end.
  const pixel = Buffer.from([2, 2, 0x44, 1, 0])
  const frame = Buffer.concat([control, image, pixel])
  return Buffer.concat([screen, palette, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}
