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
}

function next(cells: Uint8Array): Uint8Array {
  return cells.map((alive, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)]
    let neighbours = 0
    for (let down = -1; down <= 1; down++) {
      for (let right = -1; right <= 1; right++) {
        if (down === 0 && right === 0) continue
        const wrapped = ((row + down + ROWS) % ROWS) * COLUMNS + ((column + right + COLUMNS) % COLUMNS)
        neighbours += cells[wrapped] ?? 0
      }
    }
    return neighbours === 3 || (alive === 1 && neighbours === 2) ? 1 : 0
  })
}

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
}

export const contours =
  (lines: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    return (x, y) => {
      const height =
        Math.sin(x * 1.7 + seed + 0.7 * Math.sin(turn)) +
        Math.sin(y * 2.3 - seed + 0.6 * Math.cos(turn)) +
        0.7 * Math.sin((x - y) * 1.9 + turn) +
        0.4 * Math.sin((x + y) * 3.7 - turn + seed)
      const level = (height + 3.1) / 6.2
      const line = Math.abs(((level * lines) % 1) - 0.5)
      return 0.08 + 0.42 * level + 0.42 * smoothstep(0.11, 0.02, line) * (0.4 + 0.6 * level)
    }
  }

export const panes =
  (count: number, seed: number): Scene =>
  (t) => {
    const seeds = Array.from({ length: count }, (_, at) => {
      const phase = at * 2.399 + seed
      const reach = Math.sqrt((at + 0.5) / count)
      const swing = t * TURN + phase * 3
      return {
        x: 1.75 * reach * Math.cos(phase) + 0.13 * Math.cos(swing),
        y: 1.05 * reach * Math.sin(phase) + 0.13 * Math.sin(swing),
        tone: wave(phase * 5.3),
      }
    })
    return (x, y) => {
      let nearest = 9
      let second = 9
      let tone = 0
      for (const point of seeds) {
        const distance = (x - point.x) ** 2 + (y - point.y) ** 2
        if (distance < nearest) {
          second = nearest
          nearest = distance
          tone = point.tone
        } else if (distance < second) second = distance
      }
      const border = Math.sqrt(second) - Math.sqrt(nearest)
      const glass = 0.16 + 0.5 * tone + 0.18 * Math.exp(-nearest * 9)
      return glass * smoothstep(0, 0.035, border) + 0.05 * smoothstep(0.2, 0, border)
    }
  }

export const moire =
  (rings: number, seed: number): Scene =>
  (t) => {
    const angle = t * TURN + seed
    const ax = 0.5 * Math.cos(angle)
    const ay = 0.3 * Math.sin(angle)
    return (x, y) => {
      const one = wave(lengthOf(x - ax, y - ay) * rings)
      const other = wave(lengthOf(x + ax, y + ay) * rings)
      const both = one * other
      return 0.06 + 0.3 * wave((lengthOf(x - ax, y - ay) - lengthOf(x + ax, y + ay)) * rings * 0.5) + 0.55 * both
    }
  }

export const ribbons =
  (count: number, seed: number): Scene =>
  (t) => {
    const turn = t * TURN
    return (x, y) => {
      let light = 0.05
      let front = -2
      for (let at = 0; at < count; at++) {
        const phase = (at * TURN) / count + seed
        const swing = x * 1.9 + turn + phase
        const middle = 0.62 * Math.sin(swing) + 0.14 * Math.sin(x * 3.1 - turn + phase)
        const depth = Math.cos(swing)
        const width = 0.13 + 0.05 * depth
        const off = Math.abs(y - middle) / width
        if (off > 1 || depth < front) continue
        front = depth
        const gloss = 0.12 * smoothstep(0.8, 1, 1 - off)
        light = (0.25 + 0.28 * (depth + 1)) * (0.55 + 0.45 * Math.sqrt(1 - off * off)) + gloss
      }
      return light
    }
  }

const JULIA_STEPS = 48

export const julia =
  (radius: number, seed: number): Scene =>
  (t) => {
    const angle = t * TURN + seed
    const cx = -0.745 + radius * Math.cos(angle)
    const cy = 0.113 + radius * Math.sin(angle)
    return (x, y) => escape(x * 0.82, y * 0.82, cx, cy)
  }

export const mandelbrot =
  (centreX: number, centreY: number, deepest: number): Scene =>
  (t) => {
    const zoom = Math.exp(Math.log(deepest) * (0.5 - 0.5 * Math.cos(t * TURN)))
    return (x, y) => escape(0, 0, centreX + (x * 1.1) / zoom, centreY + (y * 1.1) / zoom)
  }

function escape(zx: number, zy: number, cx: number, cy: number): number {
  let a = zx
  let b = zy
  for (let step = 0; step < JULIA_STEPS; step++) {
    const aa = a * a
    const bb = b * b
    if (aa + bb > 64) {
      const smooth = step + 1 - Math.log2(Math.log(aa + bb) / 2)
      return 0.08 + 0.88 * Math.sqrt(Math.max(0, smooth) / JULIA_STEPS)
    }
    b = 2 * a * b + cy
    a = aa - bb + cx
  }
  return 0.03
}
