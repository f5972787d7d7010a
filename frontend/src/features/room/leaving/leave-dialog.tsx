import { useDispatch } from 'react-redux'
import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { leaveAsked } from '../state/room-slice.js'
import { usePlaying, useRoom } from '../state/use-room.js'
import styles from './leave-buttons.module.css'
import { useLeaveRoom } from './leave-room.js'

interface Leaving {
  leaving: boolean
  onStay: () => void
  onLeave: () => void
}

interface LeaveDialogProps {
  toNext?: Leaving
}

/** Keeps the call going while it asks. */
export default function LeaveDialog({ toNext }: LeaveDialogProps) {
  return toNext ? (
    <Ask {...toNext} title="Leave this battle?" yes="Leave and find the next">
      It ends for both of you, without a winner. Then you search for the next opponent.
    </Ask>
  ) : (
    <AskAfterBack />
  )
}

function AskAfterBack() {
  const dispatch = useDispatch()
  const voting = useRoom(({ phase }) => phase === 'vote')
  const inBattle = usePlaying() || voting
  const { leave, leaving } = useLeaveRoom()
  return (
    <Ask
      title="Leave this room?"
      yes="Leave"
      leaving={leaving}
      onStay={() => dispatch(leaveAsked(false))}
      onLeave={() => void leave()}
    >
      {inBattle ? 'The battle ends for both of you, without a winner.' : 'You give up your seat here.'}
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
        Stay
      </Button>
      <DeliberateButton variant="danger" busy={leaving} onClick={onLeave}>
        {yes}
      </DeliberateButton>
    </div>
  </Dialog>
)
