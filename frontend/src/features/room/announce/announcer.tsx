import { useSelector } from 'react-redux'
import { selectTimer } from '../state/selectors.js'
import { useMe } from '../state/use-me.js'
import { useRoom } from '../state/use-room.js'
import { shownSeconds, spokenTime, useRemaining } from '../../../shared/time/remaining.js'
import { announcement } from './announcement.js'

function SpokenTime({ endsAt }: { endsAt: number }) {
  return spokenTime(shownSeconds(useRemaining(endsAt) ?? 0))
}

/** Tells a screen reader of every phase, and politely of the time. */
export function Announcer() {
  const me = useMe()
  const text = useRoom((room) => announcement(room, me))
  const timer = useSelector(selectTimer)
  return (
    <div className="visually-hidden">
      <p role="status">{text}</p>
      <p aria-live="polite">{timer && <SpokenTime endsAt={timer.endsAt} />}</p>
    </div>
  )
}
