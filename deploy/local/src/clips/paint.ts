import { setImmediate as breathe } from 'node:timers/promises'
import type { Clip } from './catalogue.js'
import { PALETTE_SIZE, PALETTES } from './scene.js'

/** Width and height of a frame in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export const sizeOf = (clip: Clip): Size => (clip.fine ? { width: 480, height: 270 } : { width: 320, height: 180 })

/** Yields packed RGB, and to the event loop after each frame. */
export async function* paint(clip: Clip, frames: number): AsyncGenerator<Buffer> {
  const { width, height } = sizeOf(clip)
  const palette = PALETTES[clip.palette]
  const shadow = vignette(width, height)
  for (let frame = 0; frame < frames; frame++) {
    const shade = clip.scene(frame / frames)
    const pixels = Buffer.allocUnsafe(width * height * 3)
    for (let row = 0, at = 0; row < height; row++) {
      const y = ((row + 0.5) / height) * 2 - 1
      for (let column = 0; column < width; column++, at++) {
        const x = (((column + 0.5) / width) * 2 - 1) * (16 / 9)
        const light = shade(x, y) * (shadow[at] as number)
        const step = (light * PALETTE_SIZE) | 0
        const colour = (step < 0 ? 0 : step < PALETTE_SIZE ? step : PALETTE_SIZE - 1) * 3
        pixels[at * 3] = palette[colour] as number
        pixels[at * 3 + 1] = palette[colour + 1] as number
        pixels[at * 3 + 2] = palette[colour + 2] as number
      }
    }
    yield pixels
    await breathe()
  }
}

function vignette(width: number, height: number): Float32Array {
  const shadow = new Float32Array(width * height)
  for (let at = 0; at < shadow.length; at++) {
    const x = ((at % width) / width) * 2 - 1
    const y = (Math.floor(at / width) / height) * 2 - 1
    shadow[at] = 1 - 0.28 * Math.min(1, (x * x + y * y) / 2) ** 1.5
  }
  return shadow
}
