import { HOME } from '../../texts/home.js'
import styles from './ring-art.module.css'

interface Point {
  x: number
  y: number
}

const VIEW = { width: 960, height: 760 }
const CENTRE: Point = { x: 480, y: 480 }
const REACH = 420
const TILT = 0.52

const CORNERS = {
  you: { x: CENTRE.x - REACH, y: CENTRE.y },
  far: { x: CENTRE.x, y: CENTRE.y - REACH * TILT },
  other: { x: CENTRE.x + REACH, y: CENTRE.y },
  near: { x: CENTRE.x, y: CENTRE.y + REACH * TILT },
} as const satisfies Record<string, Point>

const POST_HEIGHT = 176
const ROPE_HEIGHTS = [56, 106, 156]
const SKIRT = 34

const at = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
const raised = (point: Point, height: number): Point => ({ x: point.x, y: point.y - height })
const line = (...points: Point[]) => `M${points.map(at).join('L')}`

const floorPath = `${line(CORNERS.you, CORNERS.far, CORNERS.other, CORNERS.near)}Z`
const skirtPath = `${line(
  CORNERS.you,
  CORNERS.near,
  CORNERS.other,
  raised(CORNERS.other, -SKIRT),
  raised(CORNERS.near, -SKIRT),
  raised(CORNERS.you, -SKIRT),
)}Z`

const farRope = (height: number) =>
  line(raised(CORNERS.you, height), raised(CORNERS.far, height), raised(CORNERS.other, height))
const nearRope = (height: number) =>
  line(raised(CORNERS.you, height), raised(CORNERS.near, height), raised(CORNERS.other, height))

const postPath = (corner: Point) => line(corner, raised(corner, POST_HEIGHT))

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

const dialPaths = { other: ticks(1, 30), you: ticks(31, 60), neutral: tick(0) + tick(30) }
const handPath = line(onFloor(0, 0), onFloor(150, 0))

const LAMP = { x: CORNERS.far.x, y: 64 }
const lampPath = `M${LAMP.x - 12} ${LAMP.y - 26}H${LAMP.x + 12}L${LAMP.x + 44} ${LAMP.y}H${LAMP.x - 44}Z`
const beamPath = `M${LAMP.x - 40} ${LAMP.y}L${LAMP.x - 260} 520H${LAMP.x + 260}L${LAMP.x + 40} ${LAMP.y}Z`

export const RingArt = () => (
  <svg className={styles.art} viewBox={`0 0 ${VIEW.width} ${VIEW.height}`} fill="none" aria-hidden="true">
    <defs>
      <linearGradient id="rope" gradientUnits="userSpaceOnUse" x1={CORNERS.you.x} x2={CORNERS.other.x}>
        <stop offset="0" className={styles.stopYou} />
        <stop offset="0.42" className={styles.stopMiddle} />
        <stop offset="0.58" className={styles.stopMiddle} />
        <stop offset="1" className={styles.stopOther} />
      </linearGradient>
      <radialGradient id="pool-you" cx="0.1" cy="0.5" r="0.62">
        <stop offset="0" className={styles.stopYou} stopOpacity="0.5" />
        <stop offset="1" className={styles.stopYou} stopOpacity="0" />
      </radialGradient>
      <radialGradient id="pool-other" cx="0.9" cy="0.5" r="0.62">
        <stop offset="0" className={styles.stopOther} stopOpacity="0.44" />
        <stop offset="1" className={styles.stopOther} stopOpacity="0" />
      </radialGradient>
      <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" className={styles.stopLamp} stopOpacity="0.16" />
        <stop offset="1" className={styles.stopLamp} stopOpacity="0" />
      </linearGradient>
    </defs>

    <path d={floorPath} className={styles.floor} />
    <path d={skirtPath} className={styles.skirt} />
    <path d={floorPath} fill="url(#pool-you)" className={styles.lightYou} />
    <path d={floorPath} fill="url(#pool-other)" className={styles.lightOther} />

    <path d={dialPaths.you} className={styles.tickYou} />
    <path d={dialPaths.other} className={styles.tickOther} />
    <path d={dialPaths.neutral} className={styles.tick} />
    <path d={handPath} className={styles.hand} />

    {ROPE_HEIGHTS.map((height) => (
      <path key={height} d={farRope(height)} className={styles.farRope} stroke="url(#rope)" />
    ))}
    <path d={postPath(CORNERS.far)} className={styles.post} />
    <path d={beamPath} fill="url(#beam)" />
    <path d={`M${LAMP.x} -400V${LAMP.y - 26}`} className={styles.cord} />
    <path d={lampPath} className={styles.lamp} />

    <path d={postPath(CORNERS.you)} className={styles.postYou} />
    <path d={postPath(CORNERS.other)} className={styles.postOther} />
    {ROPE_HEIGHTS.map((height) => (
      <path key={height} d={nearRope(height)} className={styles.nearRope} stroke="url(#rope)" />
    ))}
    <path d={postPath(CORNERS.near)} className={styles.post} />
    <text x={CORNERS.you.x} y={CORNERS.you.y + 76} textAnchor="start" className={styles.corner}>
      {HOME.you}
    </text>
    <text x={CORNERS.other.x} y={CORNERS.other.y + 76} textAnchor="end" className={styles.corner}>
      {HOME.opponent}
    </text>
    <circle cx={CORNERS.you.x} cy={CORNERS.you.y - POST_HEIGHT} r="9" className={styles.capYou} />
    <circle cx={CORNERS.other.x} cy={CORNERS.other.y - POST_HEIGHT} r="9" className={styles.capOther} />
  </svg>
)
