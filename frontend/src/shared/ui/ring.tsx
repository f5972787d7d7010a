import styles from './ring.module.css'

const RADIUS = 26
const LENGTH = 2 * Math.PI * RADIUS

interface RingProps {
  share: number
  number: string
  label: string
}

/** `--ring-size` and `--ring-stroke` (of 64) set its measures. */
export const Ring = ({ share, number, label }: RingProps) => (
  <div className={styles.ring} role="timer" aria-label={label}>
    <svg viewBox="0 0 64 64" aria-hidden="true">
      <circle className={styles.track} cx="32" cy="32" r={RADIUS} />
      <circle
        className={styles.left}
        cx="32"
        cy="32"
        r={RADIUS}
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - Math.max(0, Math.min(1, share)))}
      />
    </svg>
    <span className={styles.number} aria-hidden="true">
      {number}
    </span>
  </div>
)
