import type { CupSummary } from '../../entities/cup/cups.js'
import { CUP_STATE_WORDS } from './cup-words.js'
import styles from './state-pill.module.css'

/** How a cup stands, in a word or two. */
export const StatePill = ({ state }: { state: CupSummary['state'] }) => (
  <span className={styles.pill} data-state={state}>
    {CUP_STATE_WORDS[state]}
  </span>
)
