/** Each is drawn in a square of 24. */
export const SHAPES = [
  'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm0 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  'M12 4.5 19.5 12 12 19.5 4.5 12Z',
  'M12 5 19.5 18h-15Z',
  'M6 6h5.2v5.2H6Zm6.8 0H18v5.2h-5.2ZM6 12.8h5.2V18H6Zm6.8 0H18V18h-5.2Z',
  'M4.5 8c2.5-3 5-3 7.5 0s5 3 7.5 0v8c-2.5 3-5 3-7.5 0s-5-3-7.5 0Z',
  'M9.5 5h5v4.5H19v5h-4.5V19h-5v-4.5H5v-5h4.5Z',
  'M16 5.5A7.5 7.5 0 1 0 19 15 6 6 0 0 1 16 5.5Z',
  'M12 4.5 18.5 8.2v7.6L12 19.5l-6.5-3.7V8.2Z',
] as const

/** Number of `--drawn-ground-*` and `--drawn-ink-*` in tokens.css. */
export const COLOURS = 6

/** Shape and colour drawn for a name. */
export interface DrawnAvatar {
  shape: number
  ground: number
  ink: number
}

/** Ignores the name's case (FNV-1a). */
export function drawnAvatar(name: string): DrawnAvatar {
  let hash = 0x811c9dc5
  for (const char of name.trim().toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  // The low bits hardly depend on the first letters.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  const ground = hash % COLOURS
  const rest = Math.floor(hash / COLOURS)
  return {
    ground,
    ink: (ground + 1 + (rest % (COLOURS - 1))) % COLOURS,
    shape: Math.floor(rest / (COLOURS - 1)) % SHAPES.length,
  }
}
