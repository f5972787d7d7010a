/** The ring of the landing page, drawn from above a corner: a square floor on its point, four posts, three ropes. */
export interface Point {
  x: number
  y: number
}

export const VIEW = { width: 960, height: 760 }
const CENTRE: Point = { x: 480, y: 480 }
const REACH = 420
/** How much a length on the floor is shortened upwards. */
const TILT = 0.52

export const CORNERS = {
  you: { x: CENTRE.x - REACH, y: CENTRE.y },
  far: { x: CENTRE.x, y: CENTRE.y - REACH * TILT },
  other: { x: CENTRE.x + REACH, y: CENTRE.y },
  near: { x: CENTRE.x, y: CENTRE.y + REACH * TILT },
} as const satisfies Record<string, Point>

export const POST_HEIGHT = 176
export const ROPE_HEIGHTS = [56, 106, 156]
export const SKIRT = 34

const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
const raised = (point: Point, height: number): Point => ({ x: point.x, y: point.y - height })
const line = (...points: Point[]) => `M${points.map(at).join('L')}`

export const floorPath = `${line(CORNERS.you, CORNERS.far, CORNERS.other, CORNERS.near)}Z`
export const skirtPath = `${line(
  CORNERS.you,
  CORNERS.near,
  CORNERS.other,
  raised(CORNERS.other, -SKIRT),
  raised(CORNERS.near, -SKIRT),
  raised(CORNERS.you, -SKIRT),
)}Z`

/** The half of a rope behind the floor, and the half in front of it. */
export const farRope = (height: number) =>
  line(raised(CORNERS.you, height), raised(CORNERS.far, height), raised(CORNERS.other, height))
export const nearRope = (height: number) =>
  line(raised(CORNERS.you, height), raised(CORNERS.near, height), raised(CORNERS.other, height))

export const postPath = (corner: Point) => line(corner, raised(corner, POST_HEIGHT))

const onFloor = (radius: number, turn: number): Point => ({
  x: CENTRE.x + radius * Math.sin(turn * 2 * Math.PI),
  y: CENTRE.y - radius * TILT * Math.cos(turn * 2 * Math.PI),
})

const TICKS = 60
const tick = (index: number) => {
  const length = index % 5 === 0 ? 26 : 12
  return line(onFloor(206, index / TICKS), onFloor(206 - length, index / TICKS))
}
const ticks = (from: number, to: number) => Array.from({ length: to - from }, (_, step) => tick(from + step)).join('')

/** A clock face on the floor: its right half is the other's, its left half yours. */
export const dialPaths = { other: ticks(1, 30), you: ticks(31, 60), neutral: tick(0) + tick(30) }
/** Midnight. */
export const handPath = line(onFloor(0, 0), onFloor(150, 0))
