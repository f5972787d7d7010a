import { useSelector } from 'react-redux'
import { selectPhase, selectTimer } from '../state/selectors.js'
import { clockFace, shownSeconds, urgencyOf, type Urgency } from './remaining.js'
import styles from './timer-ring.module.css'
import { useRemaining } from './use-remaining.js'

const RADIUS = 26
const LENGTH = 2 * Math.PI * RADIUS

const PHASE_WORDS = { waiting: '', prompt: 'to pick', show: 'on show', vote: 'to vote', result: 'to rematch' } as const
/** Says the urgency to those who do not see it in the colour. */
const URGENCY_WORDS: Record<Urgency, string> = { calm: '', warning: 'Half left', alert: 'Hurry' }

/** How long the phase still lasts, top right. Nothing while nothing is timed. */
export function TimerRing() {
  const phase = useSelector(selectPhase)
  const timer = useSelector(selectTimer)
  const leftMs = useRemaining(timer?.endsAt ?? null)
  if (timer === null || leftMs === null) return null

  const urgency = urgencyOf(leftMs, timer.durationMs)
  const seconds = shownSeconds(leftMs)
  return (
    <div className={styles.timer} data-urgency={urgency}>
      <p className={styles.words} aria-hidden="true">
        <span>{URGENCY_WORDS[urgency]}</span>
        {PHASE_WORDS[phase]}
      </p>
      <div className={styles.ring} role="timer" aria-label={`${seconds} seconds ${PHASE_WORDS[phase]}`}>
        <svg viewBox="0 0 64 64" aria-hidden="true">
          <circle className={styles.track} cx="32" cy="32" r={RADIUS} />
          <circle
            className={styles.left}
            cx="32"
            cy="32"
            r={RADIUS}
            strokeDasharray={LENGTH}
            strokeDashoffset={LENGTH * (1 - Math.min(1, leftMs / timer.durationMs))}
          />
        </svg>
        <span className={styles.seconds} aria-hidden="true">
          {clockFace(seconds)}
        </span>
      </div>
    </div>
  )
}
