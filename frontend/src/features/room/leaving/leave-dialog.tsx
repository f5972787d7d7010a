import { useDispatch } from 'react-redux'
import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { leaveAsked } from '../state/room-slice.js'
import { useRoom } from '../state/use-room.js'
import { useLeaveRoom } from './leave-room.js'
import styles from './leave-buttons.module.css'

/** After a step back in the browser's history. The call goes on meanwhile. */
export default function LeaveDialog() {
  const dispatch = useDispatch()
  const inBattle = useRoom(({ phase }) => phase === 'prompt' || phase === 'show' || phase === 'vote')
  const { leave, leaving } = useLeaveRoom()
  const stay = () => dispatch(leaveAsked(false))
  return (
    <Dialog title="Leave this room?" open onClose={stay}>
      <p className={styles.text}>
        {inBattle ? 'The battle ends for both of you, without a winner.' : 'You give up your seat here.'}
      </p>
      <div className={styles.actions}>
        <Button onClick={stay} data-autofocus="">
          Stay
        </Button>
        <DeliberateButton variant="danger" busy={leaving} onClick={() => void leave()}>
          Leave
        </DeliberateButton>
      </div>
    </Dialog>
  )
}
