import { CATEGORIES, type Category } from '@kla/proto/web'
import { PALETTE_NAMES, type Palette } from './palettes.js'
import type { Scene } from './scene.js'
import { galaxy, kaleidoscope, orbits, petals, ripples, tunnel } from './scenes/circling.js'
import { aurora, hills, lava, plasma, silk } from './scenes/flowing.js'
import { life } from './scenes/life.js'
import { contours, julia, mandelbrot, moire, panes, ribbons } from './scenes/patterned.js'

/** One demonstration clip: abstract, harmless, and told apart by its name. */
export interface Clip {
  readonly name: string
  readonly scene: Scene
  readonly palette: Palette
  /** Painted in full size; the others are soft enough to be painted at half and enlarged. */
  readonly fine: boolean
  /** A few are real GIFs, so that what turns GIFs into video has something to do. */
  readonly format: 'mp4' | 'gif'
  readonly categories: readonly Category[]
}

const SCENES: readonly (readonly [name: string, scene: Scene, fine?: 'fine'])[] = [
  ['plasma', plasma(2.2, 1)],
  ['ripples', ripples(14, 0.4)],
  ['tunnel', tunnel(4, 2)],
  ['silk', silk(1.6, 2)],
  ['galaxy', galaxy(2, 1)],
  ['contours', contours(9, 3), 'fine'],
  ['petals', petals(6, 0.5)],
  ['hills', hills(5, 1)],
  ['kaleidoscope', kaleidoscope(6, 1.2)],
  ['aurora', aurora(0.7)],
  ['panes', panes(14, 2)],
  ['orbits', orbits(5, 1)],
  ['lava', lava(7, 1)],
  ['moire', moire(16, 0.3), 'fine'],
  ['ribbons', ribbons(6, 1)],
  ['julia', julia(0.03, 1)],
  ['life', life(0.6)],
  ['mandelbrot', mandelbrot(-0.7436, 0.1318, 60)],
  ['deep-plasma', plasma(3.4, 4)],
  ['slow-ripples', ripples(9, 2.1)],
  ['wide-tunnel', tunnel(6, 1)],
  ['fine-silk', silk(2.4, 5)],
  ['three-arms', galaxy(3, 4)],
  ['dense-contours', contours(14, 1), 'fine'],
  ['many-petals', petals(9, 2)],
  ['far-hills', hills(7, 4)],
  ['eightfold', kaleidoscope(8, 3)],
  ['long-aurora', aurora(3.1)],
  ['small-panes', panes(24, 5)],
  ['many-orbits', orbits(8, 3)],
  ['slow-lava', lava(5, 4)],
  ['tight-moire', moire(22, 1.9), 'fine'],
  ['two-ribbons', ribbons(3, 4)],
  ['other-julia', julia(0.05, 3)],
  ['tenfold', kaleidoscope(10, 5)],
  ['seahorse', mandelbrot(-0.745, 0.113, 30)],
  ['calm-plasma', plasma(1.4, 7)],
  ['five-petals', petals(5, 4)],
  ['one-arm', galaxy(1, 2)],
  ['broad-silk', silk(1.1, 8)],
]

const GIF_EVERY = 7

/** All clips. Every one is in the default category, and each of the others gets a different half of them. */
export const CATALOGUE: readonly Clip[] = SCENES.map(([name, scene, fine], index) => ({
  name: `${String(index + 1).padStart(2, '0')}-${name}`,
  scene,
  palette: PALETTE_NAMES[(index * 3) % PALETTE_NAMES.length] as Palette,
  fine: fine !== undefined,
  format: index % GIF_EVERY === GIF_EVERY - 1 ? 'gif' : 'mp4',
  categories: CATEGORIES.filter((category, order) => category === 'default' || (index >> (order - 1)) % 2 === 0),
}))
