import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import styles from '../connection.module.css'
import { useLeaveRoom } from '../leaving/leave-room.js'

export default function RoomBroken() {
  const { leave, leaving } = useLeaveRoom()
  return (
    <div className={styles.ended} role="alert">
      <Icon name="alert" size={32} />
      <h1 className={styles.title}>Something broke in this room</h1>
      <p className={styles.text}>
        Your camera and microphone are off: no one sees or hears you. We’re keeping your seat for now. They turn on
        again when you come back.
      </p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Come back to the room
      </Button>
      <Button busy={leaving} onClick={() => void leave()}>
        Leave Room
      </Button>
    </div>
  )
}
