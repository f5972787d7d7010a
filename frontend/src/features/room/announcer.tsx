import { useSelector } from 'react-redux'
import { shownSeconds, spokenTime, useRemaining } from '../../shared/time/remaining.js'
import { TIMER } from '../../texts/timer.js'
import { announcement } from './announcement.js'
import { RoundLate } from './round-late.js'
import { selectTimer, useMe, useRoom } from './state/use-room.js'
import { useWakeLock } from './wake-lock.js'

function SpokenTime({ endsAt }: { endsAt: number }) {
  return spokenTime(shownSeconds(useRemaining(endsAt) ?? 0))
}

/** Announces phase and time to screen readers, says when nothing follows, and keeps the screen awake. */
export default function Announcer() {
  useWakeLock()
  const me = useMe()
  const text = useRoom((room) => announcement(room, me))
  const timer = useSelector(selectTimer)
  return (
    <>
      <div className="visually-hidden">
        <p role="status">{text}</p>
        <p aria-live="polite">
          {timer && (timer.standsAtMs === null ? <SpokenTime endsAt={timer.endsAt} /> : TIMER.paused)}
        </p>
      </div>
      <RoundLate />
    </>
  )
}
