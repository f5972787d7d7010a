import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { type FoundMatch, matchSlice, searchEnded } from '../../entities/matching/match-slice.js'
import type { Wish } from '../../entities/matching/wish.js'
import { createDrum, createWebAudioKit, isDrumMuted } from '../../shared/drum/index.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { useRealtime } from '../../shared/realtime/index.js'
import { shownSeconds, urgencyOf, useRemaining } from '../../shared/time/remaining.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { useModal } from '../../shared/ui/dialog.js'
import { Ring } from '../../shared/ui/ring.js'
import { toastError } from '../../shared/ui/toast.js'
import { MATCH_FOUND } from '../../texts/quick-match.js'
import styles from './match-found.module.css'
import { wishWords } from './words.js'

/** Focuses the title, so that typing does not accept. Escape declines. */
export const MatchFound = ({ wish, found }: { wish: Wish; found: FoundMatch }) => {
  const { accept, decline, accepting } = useAnswerMatch(found.matchId)
  const leftMs = useRemaining(found.endsAt) ?? 0
  useAnswerDue(found)
  const { ref, onCancel } = useModal(found.accepted ? () => undefined : decline)
  useAttention(!found.accepted)
  const seconds = shownSeconds(leftMs)
  return (
    <dialog ref={ref} onCancel={onCancel} className={styles.dialog} aria-labelledby="match-found">
      <div className={styles.content} data-urgency={urgencyOf(leftMs, found.durationMs)}>
        <Ring share={leftMs / found.durationMs} number={String(seconds)} label={MATCH_FOUND.toAccept({ seconds })} />
        <h2 id="match-found" className={styles.title} tabIndex={-1} data-autofocus="">
          {found.accepted ? MATCH_FOUND.accepted : MATCH_FOUND.found}
        </h2>
        <p className={styles.text} role="status">
          {found.accepted ? MATCH_FOUND.waiting : MATCH_FOUND.about({ wish: wishWords(wish) })}
        </p>
        {!found.accepted && (
          <div className={styles.actions}>
            <DeliberateButton size="l" onClick={decline}>
              {MATCH_FOUND.decline}
            </DeliberateButton>
            <DeliberateButton size="l" variant="primary" busy={accepting} onClick={() => void accept()}>
              {MATCH_FOUND.accept}
            </DeliberateButton>
          </div>
        )}
      </div>
    </dialog>
  )
}

const { matchAccepted, matchLost } = matchSlice.actions

function useAnswerMatch(matchId: string) {
  const dispatch = useDispatch()
  const { send } = useRealtime()
  const [accepting, setAccepting] = useState(false)

  const accept = async () => {
    setAccepting(true)
    const answer = await send('answer-match', { matchId, accept: true })
    setAccepting(false)
    if (answer.success) {
      dispatch(matchAccepted(matchId))
      return
    }
    toastError(answer.error)
    if (answer.code === 'MATCH_GONE') dispatch(matchLost(matchId))
  }

  /** An answer that does not arrive counts as declined. */
  const decline = () => {
    void send('answer-match', { matchId, accept: false })
    dispatch(searchEnded('declined'))
  }

  return { accept, decline, accepting }
}

const OVERDUE_AFTER_MS = 5_000

/** Ends the match if no event follows. A room that is ready after all is still entered. */
function useAnswerDue({ matchId, endsAt }: FoundMatch): void {
  const dispatch = useDispatch()
  useEffect(
    () => browserClock.after(Math.max(0, endsAt - Date.now()) + OVERDUE_AFTER_MS, () => dispatch(matchLost(matchId))),
    [dispatch, matchId, endsAt],
  )
}

const BEAT_MS = 650
const TITLE = MATCH_FOUND.tabTitle

function useAttention(calling: boolean): void {
  useEffect(() => {
    if (!calling) return undefined
    const drum = createDrum(createWebAudioKit(), browserClock)
    drum.setMuted(isDrumMuted())
    drum.play(BEAT_MS)
    return drum.close
  }, [calling])

  useEffect(() => {
    const before = document.title
    document.title = TITLE
    return () => {
      // The next screen may have set its own title.
      if (document.title === TITLE) document.title = before
    }
  }, [])
}
