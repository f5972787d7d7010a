import styles from './mode-glyphs.module.css'

const SIZE = 160
const MIDDLE = SIZE / 2
const TICKS = 36

const spoke = (index: number, from: number, to: number) => {
  const angle = (index / TICKS) * 2 * Math.PI
  const point = (radius: number) =>
    `${(MIDDLE + radius * Math.sin(angle)).toFixed(1)} ${(MIDDLE - radius * Math.cos(angle)).toFixed(1)}`
  return `M${point(from)}L${point(to)}`
}
const spokes = (from: (index: number) => number, to: (index: number) => number) =>
  Array.from({ length: TICKS }, (_, index) => spoke(index, from(index), to(index))).join('')

const VIEW_BOX = `0 0 ${SIZE} ${SIZE}`

const Glyph = ({ path }: { path: string }) => (
  <svg className={styles.glyph} width={SIZE} height={SIZE} viewBox={VIEW_BOX} fill="none" aria-hidden="true">
    <path d={path} />
  </svg>
)

/** A clock face whose strokes shoot up towards the end: quick, then over. */
export const RushGlyph = () => (
  <Glyph
    path={spokes(
      () => 42,
      (index) => 46 + 33 * (index / (TICKS - 1)) ** 3,
    )}
  />
)

/** The same face, with every stroke held just as long as the one before. */
export const StaminaGlyph = () => (
  <Glyph
    path={spokes(
      () => 52,
      () => 76,
    )}
  />
)
