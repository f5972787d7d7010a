import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { keptRoom } from '../state/kept-room.js'
import { leaveAsked } from '../state/room-slice.js'
import { useMe, useRoom } from '../state/use-room.js'
import { useLeaveRoom } from './leave-room.js'
import styles from './leave-buttons.module.css'

/** After a step back in the browser's history. The call goes on meanwhile. */
export function LeaveDialog() {
  const dispatch = useDispatch()
  const asked = useRoom(({ leaveAsked }) => leaveAsked)
  const inBattle = useRoom(({ phase }) => phase === 'prompt' || phase === 'show' || phase === 'vote')
  const { leave, leaving } = useLeaveRoom()
  const stay = () => dispatch(leaveAsked(false))
  return (
    <Dialog title="Leave this room?" open={asked} onClose={stay}>
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

/**
 * The browser asks before this tab closes, reloads or opens another site, while somebody else is in the room: that person
 * would lose the opponent. Alone, there is nothing to lose but an empty room.
 */
export function useAskBeforeUnload(): void {
  const me = useMe()
  const accompanied = useRoom(({ players }) => players.some(({ id }) => id !== me))
  useEffect(() => {
    if (!accompanied) return undefined
    // A page that leaves the room forgets it first, and then reloads itself.
    const ask = (event: BeforeUnloadEvent) => {
      if (keptRoom() !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [accompanied])
}
