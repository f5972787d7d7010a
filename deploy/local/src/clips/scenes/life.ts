import { lengthOf, smoothstep, type Scene } from '../scene.js'

const COLUMNS = 64
const ROWS = 36
/** All patterns below are back where they began after this many generations. */
const GENERATIONS = 15

// Oscillators of Conway's Life with the periods 3, 5 and 15.
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

/** How bright each cell is in each generation: alive, or what is left of its glow. */
function glow(): Float32Array[] {
  let cells = sow()
  let heat = new Float32Array(cells.length)
  const frames: Float32Array[] = []
  // The second time around the glow of the last generation is there from the start, so that the loop closes.
  for (let generation = 0; generation < GENERATIONS * 2; generation++) {
    heat = heat.map((warm, at) => (cells[at] === 1 ? Math.min(1, 0.72 + warm * 0.3) : warm * 0.62))
    if (generation >= GENERATIONS) frames.push(heat)
    cells = next(cells)
  }
  return frames
}

/** A garden of Conway's Life. `roundness` of its cells: 0 square, 1 round. */
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
