import type { CupSummary } from '../../entities/cup/cups.js'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { CUP_FACTS, CUP_STATE } from '../../texts/cup-facts.js'
import styles from './cup-facts.module.css'

type Facts = Pick<CupSummary, 'mode' | 'category' | 'entered' | 'capacity' | 'starts_at'>

export const CupFacts = ({ cup }: { cup: Facts }) => (
  <ul className={styles.facts}>
    <li>
      <RelativeTime at={cup.starts_at} planned />
    </li>
    <li>{MODE_WORDS[cup.mode].name}</li>
    <li>{CATEGORY_WORDS[cup.category]}</li>
    <li className="tabular">{CUP_FACTS.entered({ entered: cup.entered, capacity: cup.capacity })}</li>
  </ul>
)

export const StatePill = ({ state }: { state: CupSummary['state'] }) => (
  <span className={styles.pill} data-state={state}>
    {CUP_STATE[state]}
  </span>
)
