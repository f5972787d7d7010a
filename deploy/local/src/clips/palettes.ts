/** Colours of the house, from deep to light: a clip never needs more. */
export const PALETTES = {
  ember: ['2a0f14', '7a2a1d', 'd9692b', 'ffd08a'],
  tide: ['0b1430', '1d3f7a', '2f8fd0', 'b8ecff'],
  plum: ['160a1e', '4a1f5c', 'a04a9a', 'f0c0e8'],
  moss: ['08160f', '1c4a38', '4fa37a', 'd8f5c8'],
  dusk: ['120c26', '5a2a5e', 'e07a5f', 'ffe3b8'],
  steel: ['0c1016', '2c3a4a', '7f95ab', 'eef4fa'],
} as const

export type Palette = keyof typeof PALETTES

export const PALETTE_NAMES = Object.keys(PALETTES) as Palette[]

/** A palette's colour as the red, green and blue of a filter expression, 0 to 255. */
export function channels(palette: Palette, index: 0 | 1 | 2 | 3): readonly [number, number, number] {
  const value = Number.parseInt(PALETTES[palette][index], 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
