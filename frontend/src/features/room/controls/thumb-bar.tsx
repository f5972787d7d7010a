import { Settling } from '../../../shared/ui/settling.js'
import { CONTROLS } from '../../../texts/room-controls.js'
import { ChatButton } from '../chat/chat-button.js'
import type { Drawer } from '../chat/drawer.js'
import { ReportButton } from '../safety/reporting.js'
import { canReadyUp } from '../state/ready-up.js'
import { useRoom } from '../state/use-room.js'
import { DeviceSwitches, ReadyButton } from './controls.js'
import styles from './controls.module.css'

/** Controls within reach of the thumb. */
export default function ThumbBar({ drawer }: { drawer: Drawer }) {
  const open = useRoom(canReadyUp)
  return (
    <div className={styles.bar} role="group" aria-label={CONTROLS.label}>
      <DeviceSwitches />
      <ChatButton drawer={drawer} />
      <ReportButton short />
      <Settling key={String(open)} className={styles.main}>
        <ReadyButton wide />
      </Settling>
    </div>
  )
}
