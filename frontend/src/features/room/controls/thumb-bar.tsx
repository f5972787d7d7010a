import { DeviceSwitches } from './device-switches.js'
import { FinishButton } from './finish-button.js'
import { ReadyButton } from './ready-button.js'
import styles from './thumb-bar.module.css'

/** On a phone: what is needed in a hurry, where the thumb is. */
export function ThumbBar() {
  return (
    <div className={styles.bar} role="group" aria-label="Your controls">
      <DeviceSwitches />
      <div className={styles.main}>
        <ReadyButton wide />
        <FinishButton wide />
      </div>
    </div>
  )
}
