import { useSelector } from 'react-redux'
import { SaveLastGif } from '../saving/save-last-gif.js'
import { selectTimer } from '../state/selectors.js'
import { useRoom } from '../state/use-room.js'
import { clockFace, shownSeconds, useRemaining } from '../../../shared/time/remaining.js'
import { endOfRounds } from '../../../entities/room/end-of-rounds.js'
import styles from './phase-panel.module.css'

/** After the vote, until the rematch. */
export function ResultPanel() {
  const timer = useSelector(selectTimer)
  const seconds = shownSeconds(useRemaining(timer?.endsAt ?? null) ?? 0)
  const winnerId = useRoom(({ winnerId }) => winnerId)
  const endReason = useRoom(({ endReason }) => endReason)
  return (
    <div className={styles.beside}>
      <div className={styles.words}>
        <h2 className={styles.title}>Rematch in {clockFace(seconds)}{seconds < 60 && ' s'}</h2>
        <p className={styles.text}>
          {winnerId !== null && 'Both votes agree. '}
          {winnerId === null &&
            (endReason === 'left' ? endOfRounds('left', undefined) : 'The votes do not agree on a winner.')}{' '}
          Then the corners are yours again: ready up for another battle, or leave the room.
        </p>
      </div>
      <SaveLastGif />
    </div>
  )
}
