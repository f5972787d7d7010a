import { Spinner } from '../../shared/ui/spinner.js'
import { LeaveButton } from './controls/leave-button.js'
import styles from './entering.module.css'

/** Until the server has told how the room stands. Seen only when that takes a while; never without a way out. */
export function Entering() {
  return (
    <div className={styles.entering}>
      <p className={styles.words} role="status">
        <Spinner /> Entering the room…
      </p>
      <LeaveButton compact={false} />
    </div>
  )
}
