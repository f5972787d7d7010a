import {
  CORNERS,
  dialPaths,
  farRope,
  floorPath,
  handPath,
  nearRope,
  POST_HEIGHT,
  postPath,
  ROPE_HEIGHTS,
  skirtPath,
  VIEW,
} from './ring-geometry.js'
import styles from './ring-art.module.css'

const LAMP = { x: CORNERS.far.x, y: 64 }
const lampPath = `M${LAMP.x - 12} ${LAMP.y - 26}H${LAMP.x + 12}L${LAMP.x + 44} ${LAMP.y}H${LAMP.x - 44}Z`
const beamPath = `M${LAMP.x - 40} ${LAMP.y}L${LAMP.x - 260} 520H${LAMP.x + 260}L${LAMP.x + 40} ${LAMP.y}Z`

/** Two corners, one ring, midnight. Decoration: the words beside it say what there is to know. */
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
      You
    </text>
    <text x={CORNERS.other.x} y={CORNERS.other.y + 76} textAnchor="end" className={styles.corner}>
      The other
    </text>
    <circle cx={CORNERS.you.x} cy={CORNERS.you.y - POST_HEIGHT} r="9" className={styles.capYou} />
    <circle cx={CORNERS.other.x} cy={CORNERS.other.y - POST_HEIGHT} r="9" className={styles.capOther} />
  </svg>
)
