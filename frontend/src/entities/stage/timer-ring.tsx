import type { BattlePhase } from '@kla/proto/web'
import { clockFace, shownSeconds, urgencyOf, type Urgency, useRemaining } from '../../shared/time/remaining.js'
import { Ring } from '../../shared/ui/ring.js'
import styles from './timer-ring.module.css'

const PHASE_WORDS = { waiting: '', prompt: 'to pick', show: 'on show', vote: 'to vote', result: 'to rematch' } as const
const URGENCY_WORDS: Record<Urgency, string> = { calm: '', warning: 'Half left', alert: 'Hurry' }

interface TimerRingProps {
  phase: BattlePhase
  timer: { endsAt: number; durationMs: number } | null
}

export function TimerRing({ phase, timer }: TimerRingProps) {
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
      <Ring
        share={leftMs / timer.durationMs}
        number={clockFace(seconds)}
        label={`${seconds} seconds ${PHASE_WORDS[phase]}`}
      />
    </div>
  )
}
