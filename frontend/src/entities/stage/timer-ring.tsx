import type { BattlePhase } from '@kla/proto/web'
import { clockFace, shownSeconds, type Urgency, urgencyOf, useRemaining } from '../../shared/time/remaining.js'
import { Ring } from '../../shared/ui/ring.js'
import { PAUSED_WORDS, type PhaseTimer } from './phase-timer.js'
import styles from './timer-ring.module.css'

const PHASE_WORDS = { waiting: '', prompt: 'to pick', show: 'on show', vote: 'to vote', result: 'to rematch' } as const
const URGENCY_WORDS: Record<Urgency, string> = { calm: '', warning: 'Half left', alert: 'Hurry' }

interface TimerRingProps {
  phase: BattlePhase
  timer: PhaseTimer | null
}

export function TimerRing({ phase, timer }: TimerRingProps) {
  const runningMs = useRemaining(timer?.endsAt ?? null)
  if (timer === null || runningMs === null) return null

  const paused = timer.standsAtMs !== null
  const leftMs = timer.standsAtMs ?? runningMs
  const urgency = urgencyOf(leftMs, timer.durationMs)
  const seconds = shownSeconds(leftMs)
  return (
    <div className={styles.timer} data-urgency={urgency} data-paused={paused || undefined}>
      <p className={styles.words} aria-hidden="true">
        {paused ? (
          PAUSED_WORDS
        ) : (
          <>
            <span>{URGENCY_WORDS[urgency]}</span>
            {PHASE_WORDS[phase]}
          </>
        )}
      </p>
      <Ring
        share={leftMs / timer.durationMs}
        number={clockFace(seconds)}
        label={`${seconds} seconds ${PHASE_WORDS[phase]}${paused ? `. ${PAUSED_WORDS}` : ''}`}
      />
    </div>
  )
}
