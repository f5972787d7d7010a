/** How finely a palette steps from its deepest colour to its lightest. */
export const PALETTE_SIZE = 256

// From deep to light, four stops each: warm ones, cool ones, and the plum between them.
const STOPS = {
  ember: [0x160a0e, 0x7a2a1d, 0xd9692b, 0xffd9a0],
  dusk: [0x140c24, 0x5a2a5e, 0xe07a5f, 0xffe3b8],
  rose: [0x180a14, 0x6e2145, 0xcf5f7a, 0xffd3cf],
  plum: [0x120818, 0x4a1f5c, 0x9c55a8, 0xf0cdf0],
  night: [0x090b1c, 0x27306e, 0x5f7bd8, 0xd4e2ff],
  tide: [0x07101f, 0x14487a, 0x2f9ad0, 0xc4f0ff],
  moss: [0x07130f, 0x17483f, 0x4aa58a, 0xdcf7d8],
  ash: [0x0c0b10, 0x35323f, 0x8c8496, 0xf3edf2],
} as const

export type Palette = keyof typeof STOPS

/** Each palette as {@link PALETTE_SIZE} packed RGB triplets. */
export const PALETTES = Object.fromEntries(
  Object.entries(STOPS).map(([name, stops]) => [name, between(stops)]),
) as unknown as Readonly<Record<Palette, Uint8Array>>

export const PALETTE_NAMES = Object.keys(STOPS) as Palette[]

function between(stops: readonly number[]): Uint8Array {
  const colours = new Uint8Array(PALETTE_SIZE * 3)
  for (let step = 0; step < PALETTE_SIZE; step++) {
    const place = (step / (PALETTE_SIZE - 1)) * (stops.length - 1)
    const low = Math.min(Math.floor(place), stops.length - 2)
    for (const [channel, shift] of [16, 8, 0].entries()) {
      const from = ((stops[low] as number) >> shift) & 255
      const to = ((stops[low + 1] as number) >> shift) & 255
      colours[step * 3 + channel] = Math.round(from + (to - from) * (place - low))
    }
  }
  return colours
}
