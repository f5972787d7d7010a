import { CATEGORIES, type Category } from '@kla/proto/web'
import { PALETTE_NAMES, type Palette } from './palettes.js'
import { PATTERNS, type PatternName } from './patterns.js'

/** One demonstration clip: abstract, harmless, and told apart by its name. */
export interface Clip {
  readonly name: string
  readonly pattern: PatternName
  readonly palette: Palette
  readonly seed: number
  /** A few are real GIFs, so that what turns GIFs into video has something to do. */
  readonly format: 'mp4' | 'gif'
  readonly categories: readonly Category[]
}

const CLIPS = 48
const GIF_EVERY = 8

const names = Object.keys(PATTERNS) as PatternName[]

/** All clips. Every one is in the default category, and each of the others gets a different half of them. */
export const CATALOGUE: readonly Clip[] = Array.from({ length: CLIPS }, (_, index) => {
  const pattern = names[index % names.length] as PatternName
  const palette = PALETTE_NAMES[(index + Math.floor(index / names.length)) % PALETTE_NAMES.length] as Palette
  return {
    name: `${pattern}-${palette}-${String(index + 1).padStart(2, '0')}`,
    pattern,
    palette,
    seed: index + 1,
    format: index % GIF_EVERY === GIF_EVERY - 1 ? 'gif' : 'mp4',
    categories: CATEGORIES.filter((category, order) => category === 'default' || (index >> (order - 1)) % 2 === 0),
  }
})

/** The names of a clip's two files. */
export const filesOf = (clip: Clip): { readonly media: string; readonly thumbnail: string } => ({
  media: `${clip.name}.${clip.format}`,
  thumbnail: `${clip.name}.jpg`,
})
