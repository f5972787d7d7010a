<<<<<<< HEAD
import { lengthOf, type Scene, smoothstep, TURN, wave } from './scene.js'

export const ripples =
  (rings: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    const places = [0, 1, 2].map((at) => {
      // A mirror image would look like a face.
      const angle = seed + at * 2.4 + 0.5 * Math.sin(turn + at)
      const reach = 0.35 + 0.4 * at
      return { x: 1.3 * reach * Math.cos(angle), y: 0.7 * reach * Math.sin(angle) }
    })
    return (x, y) => {
      let height = 0
      for (const place of places) {
        const distance = lengthOf(x - place.x, y - place.y)
        height += Math.sin(distance * rings - turn * 2) / (1 + distance * 1.2)
      }
      const crest = wave(height * 1.9)
      return 0.05 + 0.75 * crest * crest + 0.16 * smoothstep(0.85, 1, crest)
    }
  }

export const tunnel =
  (arms: number, twist: number): Scene =>
  (t) =>
  (x, y) => {
    const distance = lengthOf(x, y) + 0.001
    const depth = Math.log(distance)
    const angle = Math.atan2(y, x)
    const rings = wave((depth * 1.6 + t) * TURN)
    const spokes = wave(angle * arms + depth * twist + t * TURN)
    const fog = smoothstep(0.02, 0.75, distance)
    return fog * (0.12 + 0.5 * rings * spokes + 0.34 * smoothstep(0.72, 1, rings * 0.5 + spokes * 0.5))
  }

export const galaxy =
  (arms: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    return (x, y) => {
      const distance = lengthOf(x * 0.9, y * 1.35)
      const angle = Math.atan2(y * 1.35, x * 0.9)
      const arm = wave(arms * angle - Math.log(distance + 0.06) * 5.2 + turn + seed)
      const dust = 0.75 + 0.25 * Math.sin(angle * 7 + distance * 19 - turn)
      const core = Math.exp(-distance * distance * 9)
      return 0.04 + 0.85 * core + 0.72 * arm * arm * arm * dust * Math.exp(-distance * 1.15) * (1 - core)
    }
  }

export const petals =
  (count: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    const open = 0.78 + 0.14 * Math.sin(turn)
    return (x, y) => {
      const distance = lengthOf(x, y)
      const angle = Math.atan2(y, x) + 0.25 * Math.sin(turn + seed)
      let light = 0.05
      for (let layer = 0; layer < 4; layer++) {
        const size = open * (1.2 - layer * 0.27)
        const edge = size * (0.62 + 0.38 * Math.abs(Math.cos((angle * count) / 2 + layer * 0.6 + seed)))
        const inside = smoothstep(edge, edge - 0.03, distance)
        if (distance > edge) continue
        const out = distance / edge
        const shade = 0.2 + layer * 0.17 + 0.24 * out * out * out
        light += inside * (shade - light)
      }
      return light
    }
  }

export const kaleidoscope =
  (mirrors: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    const wedge = TURN / mirrors
    return (x, y) => {
      const distance = lengthOf(x, y)
      const raw = Math.atan2(y, x) + 0.3 * Math.sin(turn)
      const angle = Math.abs(((((raw % wedge) + wedge) % wedge) / wedge) * 2 - 1) * wedge * 0.5
      const u = distance * Math.cos(angle)
      const v = distance * Math.sin(angle)
      const a = Math.sin(u * 6.5 + turn + seed)
      const b = Math.sin(v * 11 - turn + 1.5 * Math.sin(u * 4 + seed))
      const c = Math.sin((u + v) * 8 + 1.6 * Math.cos(turn))
      const value = wave((a + b + c) * 1.25)
      return 0.06 + 0.8 * value * value + 0.12 * smoothstep(0.9, 1, value)
    }
  }

export const orbits =
  (count: number, seed: number): Scene =>
  (t) => {
    const lights: { x: number; y: number; size: number }[] = []
    for (let at = 0; at < count; at++) {
      const reach = 0.22 + (0.74 * (at + 0.5)) / count
      const direction = at % 2 === 0 ? 1 : -1
      for (let tail = 0; tail < 16; tail++) {
        const angle = direction * (t * TURN - tail * 0.07) + at * 2.4 + seed
        const x = reach * 1.7 * Math.cos(angle)
        const y = reach * 0.92 * Math.sin(angle)
        lights.push({ x, y, size: 0.0016 * (1 - tail / 17) ** 2 })
      }
    }
    return (x, y) => {
      let light = 0.05 + 0.12 * Math.exp(-(x * x + y * y) * 2.2)
      for (const { x: lx, y: ly, size } of lights) light += size / ((x - lx) ** 2 + (y - ly) ** 2 + 0.0016)
      return light / (0.5 + light * 0.85)
    }
  }

export const plasma =
  (scale: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    const cx = Math.cos(turn + seed)
    const sy = Math.sin(turn + seed)
    return (x, y) => {
      const a = Math.sin(x * scale + cx * 1.4)
      const b = Math.sin(y * scale * 1.3 + turn + seed)
      const c = Math.sin((x * 0.8 + y) * scale * 0.9 + sy * 1.7)
      const d = Math.sin(lengthOf(x + cx * 0.6, y + sy * 0.5) * scale * 2 - turn)
      return 0.5 + 0.14 * (a + b + c) + 0.1 * d
    }
  }

export const silk =
  (scale: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    return (x, y) => {
      const u = x * scale + 0.9 * Math.sin(y * scale * 1.1 + turn + seed)
      const v = y * scale + 0.9 * Math.sin(u * 1.2 - turn)
      const w = u + 0.8 * Math.sin(v * 1.3 + seed)
      const fold = wave(w * 1.5 + Math.sin(v + turn))
      return 0.1 + 0.55 * fold * fold + 0.3 * fold * wave(v * 1.1)
    }
  }

export const hills =
  (count: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    return (x, y) => {
      let light = 0.06 + 0.1 * (1 - Math.abs(y))
      for (let hill = 0; hill < count; hill++) {
        const far = hill / (count - 1)
        const base = -0.65 + far * 1.35
        const ridge =
          base +
          0.16 * Math.sin(x * (1.3 + far * 1.4) + turn * (hill % 2 === 0 ? 1 : -1) + hill * seed) +
          0.06 * Math.sin(x * 4.1 - turn * 2 + hill * 2.3)
        const depth = y - ridge
        if (depth > 0) light = 0.85 - far * 0.72 - Math.min(depth, 0.7) * 0.32
        if (depth * depth < 0.01) light += 0.14 * Math.exp(-depth * depth * 900)
      }
      return light
    }
  }

export const aurora =
  (seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    return (x, y) => {
      let light = 0.04
      for (let curtain = 0; curtain < 3; curtain++) {
        const bend = 0.35 * Math.sin(x * 1.4 + turn + curtain * 2.1 + seed) + 0.12 * Math.sin(x * 4.3 - turn + curtain)
        const foot = 0.45 - curtain * 0.28 + bend
        const above = foot - y
        const rays = 0.55 + 0.45 * wave(x * 26 + 5 * Math.sin(x * 3 + turn) + curtain * 3)
        light += above > 0 ? 0.62 * Math.exp(-above * 2.1) * rays : 0.62 * Math.exp(above * 16) * rays
      }
      return smoothstep(-0.1, 1.25, light)
    }
  }

export const lava =
  (count: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    const drops = Array.from({ length: count }, (_, at) => {
      const phase = at * 2.4 + seed
      const speed = 1 + (at % 2)
      return {
        x: 1.25 * Math.sin(phase * 1.7 + 0.6 * Math.sin(turn + phase)),
        y: 0.85 * Math.sin(turn * speed + phase),
        size: 0.05 + 0.035 * wave(phase * 3),
      }
    })
    return (x, y) => {
      let field = 0
      for (const drop of drops) field += drop.size / ((x - drop.x) ** 2 + (y - drop.y) ** 2 + 0.012)
      return 0.08 + 0.62 * smoothstep(0.55, 1.5, field) + 0.3 * smoothstep(1.5, 6, field)
    }
  }

const COLUMNS = 64
const ROWS = 36
const GENERATIONS = 15

// Conway's Life oscillators with periods 3, 5 and 15.
const PULSAR = [
  '..###...###..', '', '#....#.#....#', '#....#.#....#', '#....#.#....#', '..###...###..', '',
  '..###...###..', '#....#.#....#', '#....#.#....#', '#....#.#....#', '', '..###...###..',
] // prettier-ignore
const OCTAGON = ['...##...', '..#..#..', '.#....#.', '#......#', '#......#', '.#....#.', '..#..#..', '...##...']
const PENTADECATHLON = ['..#....#..', '##.####.##', '..#....#..']

type Placed = readonly [pattern: readonly string[], column: number, row: number]
const GARDEN: readonly Placed[] = [
  [PULSAR, 25, 11],
  [OCTAGON, 3, 3],
  [OCTAGON, 53, 3],
  [OCTAGON, 3, 25],
  [OCTAGON, 53, 25],
  [PENTADECATHLON, 7, 17],
  [PENTADECATHLON, 47, 17],
  [PENTADECATHLON, 27, 3],
  [PENTADECATHLON, 27, 30],
]

function sow(): Uint8Array {
  const cells = new Uint8Array(COLUMNS * ROWS)
  for (const [pattern, column, row] of GARDEN) {
    pattern.forEach((line, down) =>
      [...line].forEach((mark, right) => {
        if (mark === '#') cells[(row + down) * COLUMNS + column + right] = 1
      }),
    )
  }
  return cells
=======
/** Evenly spaced colours, from dark to light, on the product's near-black. */
const PALETTES = {
  ember: [0x140a12, 0x3c0f1e, 0x8c1f24, 0xd9532c, 0xf5a04a, 0xffe9c7],
  amber: [0x160d10, 0x40201a, 0x8a4a1f, 0xd18a2e, 0xf2c76b, 0xfff6dc],
  tide: [0x0a0c18, 0x0d2038, 0x12506b, 0x1f8f96, 0x6fd0c0, 0xe8fbf0],
  dusk: [0x0c0a1a, 0x1d1746, 0x3b3a8f, 0x4f7bc4, 0x93bfe6, 0xf1f6ff],
  plum: [0x120912, 0x2d1030, 0x5c1f56, 0x95386f, 0xd0738a, 0xfbd9c8],
  orchid: [0x0f0a18, 0x251447, 0x4c2a7a, 0x8450a6, 0xc08bc9, 0xf6e6f2],
>>>>>>> w/chart
}

/**
 * Brightness (0 to 1) of a point as an expression of ffmpeg. x: -16/9 to 16/9; y: -1 to 1; r, a: its radius and angle;
 * t: 0 to 2 pi, so whole multiples close the loop; k: the variant; u, v, w: what `st` stored in 5, 6, 7.
 */
const FORMULAS = {
  aurora:
    '.75*exp(-2.5*abs(y+.1-.4*sin(1.4*x+t+k)))*(.75+.25*sin(17*x+5*sin(3*x+t)))+.35*exp(-4*abs(y-.5-.3*sin(2*x-t)))',
  contours:
    'st(5,sin(1.7*x+k+.7*sin(t))+sin(2.3*y-k+.6*cos(t))+.7*sin(1.9*(x-y)+t));.35+.12*u+.45*exp(-pow(3*sin(7*u),2))',
  galaxy: '.85*exp(-9*r*r)+.8*exp(-1.2*r)*pow(.5+.5*sin((2+k)*a-5*log(r+.06)+t),3)',
  hills:
    '.95-.2*clip(9*(y+.6-.12*sin(1.4*x-t)),0,1)-.21*clip(9*(y+.2-.15*sin(1.8*x+t+3*k)),0,1)-.21*clip(9*(y-.2-.16*sin(2.2*x-t+2*k)),0,1)-.21*clip(9*(y-.6-.14*sin(2.7*x+t+k)),0,1)',
  julia:
    'st(5,.8*x);st(6,.8*y);st(7,0);while(lt(w,16)*lt(hypot(u,v),4),st(8,u*u-v*v-.77+.03*cos(t));st(6,2*u*v+.14+.03*sin(t));st(5,ld(8));st(7,w+1));.08+.85*sqrt(w/16)',
  kaleidoscope:
    'st(5,abs(mod(a+PI,PI/(3+k))-PI/(6+2*k)));st(6,r*cos(u));st(7,r*sin(u));.5+.15*(sin(6.5*v+t+k)+sin(11*w-t)+sin(8*(v+w)+1.6*cos(t)))',
  lava: 'st(5,.09/(pow(x-.3,2)+pow(y-.8*sin(t+k),2)+.03)+.12/(pow(x+.7,2)+pow(y-.7*sin(t+2),2)+.03)+.08/(pow(x-1.2,2)+pow(y-.8*cos(t+k),2)+.03)+.06/(pow(x-.2*sin(t),2)+y*y+.03));.1+.6*clip(u-.4,0,1)+.08*u',
  moire: '.1+.85*(.5+.5*sin(26*hypot(x-.5*cos(t),y-.3*sin(t))))*(.5+.5*sin(26*hypot(x+.5*cos(t),y+.3*sin(t))))',
  orbits:
    '.1+.02/(pow(x-1.4*cos(t+k),2)+pow(y-.8*sin(t+k),2)+.02)+.02/(pow(x-cos(2-t),2)+pow(y-.6*sin(2-t),2)+.02)+.02/(pow(x-.6*cos(t+k+3),2)+pow(y-.35*sin(t+k+3),2)+.02)+.12*exp(-2*r*r)',
  panes: '.08+(.55+.35*sin(2*x+3*y+k))*pow(abs(sin((3+k/2)*x+.5*sin(2*y+t)+k)*sin(3.5*y+.5*sin(2*x+t)+k)),.4)',
  petals: '.1+.9*exp(-2*r)*(.5+.5*sin(9*r-t))+.45*clip(5*(.65+.25*cos((5+k)*a+t)-r),0,1)',
  plasma: '.5+.14*(sin((2+k/2)*x+k+1.4*cos(t))+sin(3*y+t+k)+sin(2*(x+y)+k+1.7*sin(t)))+.1*sin(5*r-t)',
  ribbons:
    '.06+.6*(.7+.3*cos(1.9*x+t+k))*exp(-pow(5*(y-.6*sin(1.9*x+t+k)),2))+.6*(.7+.3*cos(1.9*x+t+k+2))*exp(-pow(5*(y-.6*sin(1.9*x+t+k+2)),2))+.6*(.7+.3*cos(1.9*x+t+k+4))*exp(-pow(5*(y-.6*sin(1.9*x+t+k+4)),2))',
  ripples: '.5+.18*(sin((13+2*k)*hypot(x-.6,y+.2)-t)+sin(14*hypot(x+.9,y-.4)-t)+sin(11*hypot(x-.1*k,y-1)-t))',
  silk: 'st(5,1.4*x+.9*sin(1.5*y+t+k));st(6,1.4*y+.9*sin(1.2*u-t));.15+.7*pow(.5+.5*sin(1.5*(u+.8*sin(1.3*v+k))+sin(v+t)),2)',
  tunnel: 'clip(1.6*r,0,1)*(.15+.2*(1+sin(9*log(r+.01)+t))*(1+sin((5+k)*a-4*log(r+.01)+t)))',
}

<<<<<<< HEAD
function glow(): Float32Array[] {
  let cells = sow()
  let heat = new Float32Array(cells.length)
  const frames: Float32Array[] = []
  for (let generation = 0; generation < GENERATIONS * 2; generation++) {
    heat = heat.map((warm, at) => (cells[at] === 1 ? Math.min(1, 0.72 + warm * 0.3) : warm * 0.62))
    if (generation >= GENERATIONS) frames.push(heat)
    cells = next(cells)
  }
  return frames
}

/** `roundness` of cells: 0 (square) to 1. */
export const life = (roundness: number): Scene => {
  const frames = glow()
  return (t) => {
    const place = t * GENERATIONS
    const now = frames[Math.floor(place) % GENERATIONS] as Float32Array
    const then = frames[(Math.floor(place) + 1) % GENERATIONS] as Float32Array
    const mix = smoothstep(0, 0.6, place % 1)
    return (x, y) => {
      const column = ((x * 9) / 16 + 1) * 0.5 * COLUMNS
      const row = (y + 1) * 0.5 * ROWS
      const at = Math.min(ROWS - 1, Math.floor(row)) * COLUMNS + Math.min(COLUMNS - 1, Math.floor(column))
      const heat = (now[at] ?? 0) * (1 - mix) + (then[at] ?? 0) * mix
      const [dx, dy] = [Math.abs((column % 1) - 0.5), Math.abs((row % 1) - 0.5)]
      const square = Math.max(dx, dy)
      const edge = smoothstep(0.47, 0.36, square + (lengthOf(dx, dy) - square) * roundness)
      return 0.07 + edge * (0.05 + 0.85 * heat)
    }
  }
=======
/** ffmpeg's own animations. They play forwards, then backwards, which closes the loop. */
const SOURCES = {
  // Six generations a second at any frame rate: more would flicker.
  life: (rate: number) =>
    `life=s=64x36:r=6:seed=7:ratio=.2:mold=10:life_color=#e0e0e0:mold_color=#808080:death_color=#202020,fps=${rate}`,
  mandelbrot: (rate: number, frames: number) =>
    `mandelbrot=s=320x180:r=${rate}:start_scale=.6:end_scale=.15:end_pts=${frames / 2}:inner=convergence`,
}

export type Palette = keyof typeof PALETTES
export type Scene = keyof typeof FORMULAS | keyof typeof SOURCES

/** Returns ffmpeg's filters for a loop of `frames`, `rate` a second; different variants look different. */
export function filtersOf(palette: Palette, scene: Scene, variant: number, rate: number, frames: number): string {
  const grey = isSource(scene)
    ? `${SOURCES[scene](rate, frames)},trim=end_frame=${Math.ceil(frames / 2)},${THERE_AND_BACK},format=gray`
    : `color=s=80x45:r=${rate},format=gray,geq='${compiled(FORMULAS[scene], variant, frames)}'`
  const curve = (shift: number) =>
    PALETTES[palette].map((colour, at) => `${at / 5}/${(((colour >> shift) & 255) / 255).toFixed(3)}`).join(' ')
  return `${grey},trim=end_frame=${frames},scale=640:360:flags=bicubic,format=gbrp,curves=r='${curve(16)}':g='${curve(8)}':b='${curve(0)}'`
>>>>>>> w/chart
}

const THERE_AND_BACK = 'split[there][back];[back]reverse[again];[there][again]concat'
const isSource = (scene: Scene): scene is keyof typeof SOURCES => scene in SOURCES

function compiled(formula: string, variant: number, frames: number): string {
  const point = `st(0,(2*X/W-1)*16/9);st(1,2*Y/H-1);st(2,hypot(x,y));st(3,atan2(y,x));st(4,2*PI*N/${frames})`
  return `${point};st(9,${formula});255*clip(ld(9),0,1)`
    .replace(/\bk\b/g, String(variant))
    .replace(/\b[xyratuvw]\b/g, (letter) => `ld(${'xyratuvw'.indexOf(letter)})`)
}
