import { Button } from '../../shared/ui/button.js'
import { Ring } from '../../shared/ui/ring.js'
import { useModal } from '../../shared/ui/dialog.js'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import type { FoundMatch } from '../../entities/matching/match-state.js'
import type { Wish } from '../../entities/matching/wish.js'
import { shownSeconds, urgencyOf, useRemaining } from '../../shared/time/remaining.js'
import { counted } from '../../shared/format.js'
import { useAnswerMatch } from './use-answer-match.js'
import { useAttention } from './use-attention.js'
import styles from './match-found.module.css'

/**
 * The moment in which both decide. The focus goes to its title, not to "Accept": whoever was typing must not accept by
 * that, and Escape declines.
 */
export const MatchFound = ({ wish, found }: { wish: Wish; found: FoundMatch }) => {
  const { accept, decline, accepting } = useAnswerMatch(found.matchId)
  const leftMs = useRemaining(found.endsAt) ?? 0
  const { ref, onCancel } = useModal(found.accepted ? () => undefined : decline)
  useAttention(!found.accepted)
  const seconds = shownSeconds(leftMs)
  return (
    <dialog ref={ref} onCancel={onCancel} className={styles.dialog} aria-labelledby="match-found">
      <div className={styles.content} data-urgency={urgencyOf(leftMs, found.durationMs)}>
        <Ring share={leftMs / found.durationMs} number={String(seconds)} label={`${counted(seconds, 'second')} to accept`} />
        <h2 id="match-found" className={styles.title} tabIndex={-1} data-autofocus="">
          {found.accepted ? 'You accepted' : 'Opponent found'}
        </h2>
        <p className={styles.text} role="status">
          {found.accepted
            ? 'Waiting for the other player to accept…'
            : `${MODE_WORDS[wish.mode].name} · ${CATEGORY_WORDS[wish.category]}. You meet if you both accept in time.`}
        </p>
        {!found.accepted && (
          <div className={styles.actions}>
            <Button size="l" onClick={decline}>
              Decline
            </Button>
            <Button size="l" variant="primary" busy={accepting} onClick={() => void accept()}>
              Accept
            </Button>
          </div>
        )}
      </div>
    </dialog>
  )
}
