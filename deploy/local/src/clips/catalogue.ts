import type { ActToken, Category, LabelledActs } from '@kla/proto/web'
import type { Palette, Scene } from './scene.js'
import {
  aurora,
  contours,
  galaxy,
  hills,
  julia,
  kaleidoscope,
  lava,
  life,
  mandelbrot,
  moire,
  orbits,
  panes,
  petals,
  plasma,
  ribbons,
  ripples,
  silk,
  tunnel,
} from './scenes.js'

/** A generated clip: picture, colours and labels. */
export interface Clip {
  readonly name: string
  readonly scene: Scene
  readonly palette: Palette
  readonly fine: boolean
  readonly format: 'mp4' | 'gif'
  readonly categories: readonly Category[]
  readonly acts: LabelledActs
}

type Kind = 'soft' | 'fine' | 'soft gif' | 'fine gif'

const PICTURES: readonly (readonly [palette: Palette, name: string, scene: Scene, kind?: Kind])[] = [
  ['ember', 'plasma', plasma(2.6, 0)],
  ['tide', 'ripples', ripples(19, 1.1)],
  ['plum', 'kaleidoscope', kaleidoscope(10, 4.1)],
  ['amber', 'silk', silk(1.3, 0.4)],
  ['dusk', 'hills', hills(7, 2.6), 'fine'],
  ['orchid', 'ribbons', ribbons(5, 1.8), 'fine'],
  ['ember', 'petals', petals(6, 0), 'fine gif'],
  ['tide', 'aurora', aurora(0.5), 'fine'],
  ['plum', 'panes', panes(26, 2.4)],
  ['amber', 'galaxy', galaxy(2, 0)],
  ['dusk', 'life', life(0.8), 'fine gif'],
  ['orchid', 'contours', contours(13, 3.2), 'fine'],
  ['ember', 'lava', lava(9, 0.3)],
  ['tide', 'moire', moire(34, 0.4), 'fine'],
  ['plum', 'julia', julia(0.035, 0)],
  ['amber', 'ripples', ripples(15, 0.2)],
  ['dusk', 'tunnel', tunnel(5, -4)],
  ['orchid', 'plasma', plasma(2.1, 4.2)],
  ['ember', 'hills', hills(6, 1.7), 'fine'],
  ['tide', 'orbits', orbits(6, 1.4), 'soft gif'],
  ['plum', 'silk', silk(1.5, 5.2)],
  ['amber', 'contours', contours(11, 0.8), 'fine'],
  ['dusk', 'kaleidoscope', kaleidoscope(8, 2.5)],
  ['orchid', 'aurora', aurora(2.8), 'fine'],
  ['ember', 'ribbons', ribbons(4, 0.3), 'fine gif'],
  ['tide', 'petals', petals(5, 1.2), 'fine'],
  ['plum', 'lava', lava(8, 1.9), 'soft gif'],
  ['amber', 'kaleidoscope', kaleidoscope(6, 0.7)],
  ['dusk', 'galaxy', galaxy(3, 1)],
  ['orchid', 'tunnel', tunnel(8, 2)],
  ['ember', 'orbits', orbits(5, 0)],
  ['tide', 'plasma', plasma(3.4, 1.3)],
  ['plum', 'petals', petals(8, 0.5), 'fine'],
  ['amber', 'mandelbrot', mandelbrot(-0.7453, 0.1127, 90)],
  ['dusk', 'silk', silk(1.6, 2.1)],
  ['orchid', 'hills', hills(5, 0.9), 'fine gif'],
  ['ember', 'tunnel', tunnel(6, 3)],
  ['tide', 'lava', lava(10, 4.4)],
  ['plum', 'ripples', ripples(23, 2.2)],
  ['dusk', 'panes', panes(22, 0.6)],
]

const OTHER_CATEGORIES: readonly Category[] = ['gay', 'hentai', 'trans']

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

/** Players with hard limits never get these. */
const WITHOUT_LABELS: ReadonlySet<string> = new Set(['orchid-hills', 'plum-ripples'])

const named = (name: string, at: number): Pick<Clip, 'name' | 'acts'> => ({
  name,
  acts: WITHOUT_LABELS.has(name) ? null : (ACTS_IN_TURN[Math.floor(at / 5) % ACTS_IN_TURN.length] ?? null),
})

/** Every clip is in the default category, two of five in each other one. */
export const CATALOGUE: readonly Clip[] = PICTURES.map(([palette, picture, scene, kind = 'soft'], at) => ({
  ...named(`${palette}-${picture}`, at),
  scene,
  palette,
  fine: kind.startsWith('fine'),
  format: kind.endsWith('gif') ? 'gif' : 'mp4',
  categories: ['default', ...OTHER_CATEGORIES.filter((_, shift) => (at + shift) % 5 < 2)],
}))
