import { useDispatch } from 'react-redux'
import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { LEAVE_ROOM, LEAVE_TO_NEXT } from '../../../texts/room-leave-dialog.js'
import { leaveAsked } from '../state/room-slice.js'
import { usePlaying, useRoom } from '../state/use-room.js'
import styles from './leave-buttons.module.css'
import { useLeaveRoom } from './leave-room.js'
import { StillLeaving } from './still-leaving.js'

interface Leaving {
  leaving: boolean
  onStay: () => void
  onLeave: () => void
}

interface LeaveDialogProps {
  toNext?: Leaving
}

/** Keeps the call going while it asks. Without `toNext`, it also shows what holds up any way of leaving. */
export default function LeaveDialog({ toNext }: LeaveDialogProps) {
  const held = useRoom(({ leavingHeld }) => leavingHeld)
  if (toNext) {
    return (
      <Ask {...toNext} title={LEAVE_TO_NEXT.title} yes={LEAVE_TO_NEXT.leave}>
        {LEAVE_TO_NEXT.text}
      </Ask>
    )
  }
  return held === null ? <AskAfterBack /> : <StillLeaving why={held} />
}

function AskAfterBack() {
  const dispatch = useDispatch()
  const voting = useRoom(({ phase }) => phase === 'vote')
  const inBattle = usePlaying() || voting
  const { leave, leaving } = useLeaveRoom()
  return (
    <Ask
      title={LEAVE_ROOM.title}
      yes={LEAVE_ROOM.leave}
      leaving={leaving}
      onStay={() => dispatch(leaveAsked(false))}
      onLeave={() => void leave()}
    >
      {inBattle ? LEAVE_ROOM.endsBattle : LEAVE_ROOM.givesUpSeat}
    </Ask>
  )
}

interface AskProps extends Leaving {
  title: string
  yes: string
  children: string
}

const Ask = ({ title, yes, leaving, onStay, onLeave, children }: AskProps) => (
  <Dialog title={title} open onClose={onStay}>
    <p className={styles.text}>{children}</p>
    <div className={styles.actions}>
      <Button onClick={onStay} data-autofocus="">
        {LEAVE_ROOM.stay}
      </Button>
      <DeliberateButton variant="danger" busy={leaving} onClick={onLeave}>
        {yes}
      </DeliberateButton>
    </div>
  </Dialog>
)
