/** Brightness (0 to 1). t: 0 to 1 of the loop; x: -16/9 to 16/9; y: -1 to 1. */
export type Scene = (t: number) => (x: number, y: number) => number

export const TURN = 2 * Math.PI

export const wave = (value: number): number => 0.5 + 0.5 * Math.sin(value)

export function smoothstep(from: number, to: number, value: number): number {
  const at = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return at * at * (3 - 2 * at)
}

export const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y)

export const PALETTE_SIZE = 1024

const STOPS = {
  ember: [0x140a12, 0x3c0f1e, 0x8c1f24, 0xd9532c, 0xf5a04a, 0xffe9c7],
  amber: [0x160d10, 0x40201a, 0x8a4a1f, 0xd18a2e, 0xf2c76b, 0xfff6dc],
  tide: [0x0a0c18, 0x0d2038, 0x12506b, 0x1f8f96, 0x6fd0c0, 0xe8fbf0],
  dusk: [0x0c0a1a, 0x1d1746, 0x3b3a8f, 0x4f7bc4, 0x93bfe6, 0xf1f6ff],
  plum: [0x120912, 0x2d1030, 0x5c1f56, 0x95386f, 0xd0738a, 0xfbd9c8],
  orchid: [0x0f0a18, 0x251447, 0x4c2a7a, 0x8450a6, 0xc08bc9, 0xf6e6f2],
} as const

export type Palette = keyof typeof STOPS

export const PALETTES = Object.fromEntries(
  Object.entries(STOPS).map(([name, stops]) => [name, between(stops)]),
) as unknown as Readonly<Record<Palette, Uint8Array>>

function between(stops: readonly number[]): Uint8Array {
  const colours = new Uint8Array(PALETTE_SIZE * 3)
  for (let step = 0; step < PALETTE_SIZE; step++) {
    const place = (step / (PALETTE_SIZE - 1)) * (stops.length - 1)
    const low = Math.min(Math.floor(place), stops.length - 2)
    for (const [channel, shift] of [16, 8, 0].entries()) {
      const from = ((stops[low] as number) >> shift) & 255
      const to = ((stops[low + 1] as number) >> shift) & 255
      // Light adds up in squares.
      colours[step * 3 + channel] = Math.round(Math.sqrt(from ** 2 + (to ** 2 - from ** 2) * (place - low)))
    }
  }
  return colours
}
