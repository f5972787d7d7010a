import type { CupSummary } from '../../entities/cup/cups.js'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import styles from './cup-facts.module.css'
import { CUP_STATE_WORDS } from './words.js'

type Facts = Pick<CupSummary, 'mode' | 'category' | 'entered' | 'capacity' | 'starts_at'>

export const CupFacts = ({ cup }: { cup: Facts }) => (
  <ul className={styles.facts}>
    <li>
      <RelativeTime at={cup.starts_at} planned />
    </li>
    <li>{MODE_WORDS[cup.mode].name}</li>
    <li>{CATEGORY_WORDS[cup.category]}</li>
    <li className="tabular">
      {cup.entered} of {cup.capacity} entered
    </li>
  </ul>
)

export const StatePill = ({ state }: { state: CupSummary['state'] }) => (
  <span className={styles.pill} data-state={state}>
    {CUP_STATE_WORDS[state]}
  </span>
)
