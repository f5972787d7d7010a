import type { CorrectionView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { nameOfPlayer } from '../../entities/player/player.js'
import { Pill } from '../kit/text/pill.js'
import { When } from '../kit/text/when.js'
import { Person } from '../subjects/person.js'
import { differenceWords, isReversible } from './correction-words.js'
import styles from './leaderboard-editor.module.css'

interface CorrectionEntryProps {
  correction: CorrectionView
  /** Null for who may not. */
  onReverse: ((correction: CorrectionView) => void) | null
}

/** One correction: what, whose, when, by whom, why, and what became of it. */
export const CorrectionEntry = ({ correction, onReverse }: CorrectionEntryProps) => (
  <li className={styles.entry}>
    <p className={styles.head}>
      <strong>{differenceWords(correction)}</strong> <span>{correction.season}</span>{' '}
      <Person id={correction.user_id} name={nameOfPlayer({ username: correction.user_name })} />
      {correction.reverses !== null && <Pill tone="blue">Reversal</Pill>}
      {correction.reversed_by !== null && <Pill>Reversed</Pill>}
    </p>
    <p className={styles.reason}>{correction.reason}</p>
    <p className={styles.foot}>
      <When at={correction.made_at} /> by {correction.made_by}
      {onReverse && isReversible(correction) && (
        <Button
          aria-label={`Reverse ${differenceWords(correction)} of user ${correction.user_id}`}
          onClick={() => onReverse(correction)}
        >
          Reverse
        </Button>
      )}
    </p>
  </li>
)
