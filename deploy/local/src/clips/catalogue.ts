import type { ActToken, Category, LabelledActs } from '@kla/proto/web'
import { filtersOf, type Palette, type Scene } from './scenes.js'

export interface Clip {
  readonly name: string
  /** Some clips are GIFs, to exercise the conversion to video. */
  readonly format: 'mp4' | 'gif'
  readonly categories: readonly Category[]
  /** Labels for trying the limits card; the pictures stay abstract. */
  readonly acts: LabelledActs
  /** ffmpeg's filters that make a loop of `frames`, `rate` a second. */
  readonly filters: (rate: number, frames: number) => string
}

const PICTURES = `
  ember-plasma tide-ripples plum-kaleidoscope amber-silk dusk-hills
  orchid-ribbons ember-petals.gif tide-aurora plum-panes amber-galaxy
  dusk-life.gif orchid-contours ember-lava tide-moire plum-julia
  amber-ripples dusk-tunnel orchid-plasma ember-hills tide-orbits.gif
  plum-silk amber-contours dusk-kaleidoscope orchid-aurora ember-ribbons.gif
  tide-petals plum-lava.gif amber-kaleidoscope dusk-galaxy orchid-tunnel
  ember-orbits tide-plasma plum-petals amber-mandelbrot dusk-silk
  orchid-hills.gif ember-tunnel tide-lava plum-ripples dusk-panes`

const OTHER_CATEGORIES: readonly Category[] = ['gay', 'hentai', 'trans']

/** A quarter is teasing, a quarter is dancing. */
const ACTS_IN_TURN: readonly (readonly ActToken[])[] = [
  ['teasing'],
  ['dancing'],
  ['kissing'],
  ['massage'],
  ['teasing', 'massage'],
  ['dancing', 'cuddling'],
  ['cuddling'],
  ['kissing', 'cuddling'],
]

/** Unlabelled clips: one in each category, both in the default one. */
const UNLABELLED: ReadonlySet<string> = new Set(['orchid-hills', 'plum-ripples'])

/** All clips are in the default category, two of five in each other one. */
export const CATALOGUE: readonly Clip[] = PICTURES.trim()
  .split(/\s+/)
  .map((file, at, files) => {
    const [name = '', format = 'mp4'] = file.split('.')
    const [palette, scene] = name.split('-') as [Palette, Scene]
    const variant = files.slice(0, at).filter((earlier) => earlier.includes(`-${scene}`)).length
    return {
      name,
      format: format as Clip['format'],
      categories: ['default', ...OTHER_CATEGORIES.filter((_, shift) => (at + shift) % 5 < 2)],
      acts: UNLABELLED.has(name) ? null : (ACTS_IN_TURN[Math.floor(at / 5) % ACTS_IN_TURN.length] ?? null),
      filters: (rate, frames) => filtersOf(palette, scene, variant, rate, frames),
    }
  })
