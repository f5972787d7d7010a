import { Link } from 'react-router'
import { TimerRing } from '../../entities/stage/timer-ring.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { cupPath, PATHS } from '../../shared/config/paths.js'
import { clockOffsetMs } from '../../entities/room/clock-offset.js'
import type { WatchedRoom } from './state/watched-room.js'
import styles from './watch-header.module.css'

interface WatchHeaderProps {
  room: WatchedRoom
  muted: boolean
  onMuted: (muted: boolean) => void
}

/** Which tie this is, its sound, the way out, and the timer ring at the right end. */
export function WatchHeader({ room, muted, onMuted }: WatchHeaderProps) {
  const { name, mode, category, tie, phase, round, deadline, durationMs, clockSamplesMs } = room
  const timer =
    deadline === null || durationMs === null ? null : { endsAt: deadline - clockOffsetMs(clockSamplesMs), durationMs }
  return (
    <header className={styles.header}>
      <div className={styles.about}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.kind}>
          {(phase === 'prompt' || phase === 'show') && `Round ${round} · `}
          <span>{mode}</span> · {category}
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => onMuted(!muted)}>
          <Icon name={muted ? 'volume-off' : 'volume'} /> {muted ? 'Turn the sound on' : 'Turn the sound off'}
        </Button>
        <Link className={buttonClass({ variant: 'quiet' })} to={tie === null ? PATHS.cups : cupPath(tie.cupId)}>
          <Icon name="leave" /> Leave
        </Link>
      </div>
      <TimerRing phase={phase} timer={timer} />
    </header>
  )
}
