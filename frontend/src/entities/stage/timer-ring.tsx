import type { BattlePhase } from '@kla/proto/web'
import { clockFace, shownSeconds, urgencyOf, useRemaining } from '../../shared/time/remaining.js'
import { Ring } from '../../shared/ui/ring.js'
import { TIMER, TIMER_PHASES, TIMER_URGENCY } from '../../texts/timer.js'
import type { PhaseTimer } from './phase-timer.js'
import styles from './timer-ring.module.css'

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
    <div
      className={styles.timer}
      data-urgency={urgency}
      data-minutes={seconds >= 60 || undefined}
      data-paused={paused || undefined}
    >
      <p className={styles.words} aria-hidden="true">
        {paused ? (
          TIMER.paused
        ) : (
          <>
            {/* Only where there is something to do. */}
            <span>{urgency !== 'calm' && (phase === 'prompt' || phase === 'vote') && TIMER_URGENCY[urgency]}</span>
            {phase !== 'waiting' && TIMER_PHASES[phase]}
          </>
        )}
      </p>
      <Ring
        share={leftMs / timer.durationMs}
        number={clockFace(seconds)}
        label={(paused ? TIMER.labelPaused : TIMER.label)({ seconds, phase })}
      />
    </div>
  )
}
