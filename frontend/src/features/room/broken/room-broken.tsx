import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { ROOM_BROKEN } from '../../../texts/room-broken.js'
import { LEAVING } from '../../../texts/room-leaving.js'
import styles from '../connection.module.css'
import { useLeaveRoom } from '../leaving/leave-room.js'
import { keepRoom } from '../state/kept-room.js'
import { useRoom } from '../state/use-room.js'

export default function RoomBroken() {
  const { leave, leaving } = useLeaveRoom()
  const why = useRoom(({ leavingHeld }) => leavingHeld)
  const roomId = useRoom(({ roomId }) => roomId)
  const passcode = useRoom(({ passcode }) => passcode)
  const comeBack = () => {
    // A leave has forgotten it.
    if (roomId !== null) keepRoom({ roomId, passcode })
    window.location.reload()
  }
  return (
    <div className={styles.ended} role="alert">
      <Icon name="alert" size={32} />
      <h1 className={styles.title}>{ROOM_BROKEN.title}</h1>
      <p className={styles.text}>{ROOM_BROKEN.text}</p>
      {why !== null && <p className={styles.text}>{why}</p>}
      <Button variant="primary" onClick={comeBack}>
        {ROOM_BROKEN.comeBack}
      </Button>
      <Button busy={leaving} onClick={() => void leave()}>
        {LEAVING.leave}
      </Button>
    </div>
  )
}
