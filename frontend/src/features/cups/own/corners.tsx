import { classNames } from '../../../shared/ui/class-names.js'
import styles from './corners.module.css'

interface CornersProps {
  /** Null while nobody is known. */
  opponent: string | null
  here: boolean
  opponentHere: boolean
  /** Whether the server says who is there. */
  told: boolean
}

const notes = (here: boolean) => (here ? 'Here' : 'Not here yet')

/** The two sides of one's own tie. */
export const Corners = ({ opponent, here, opponentHere, told }: CornersProps) => (
  <ul className={styles.corners}>
    <li className={classNames(styles.corner, styles.you)}>
      <span className={styles.name}>You</span>
      {told && <span className={styles.note}>{notes(here)}</span>}
    </li>
    <li className={classNames(styles.corner, styles.other)}>
      <span className={styles.name}>{opponent ?? 'To be decided'}</span>
      {told && <span className={styles.note}>{notes(opponentHere)}</span>}
    </li>
  </ul>
)
