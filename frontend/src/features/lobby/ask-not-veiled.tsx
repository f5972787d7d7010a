import { Button } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import styles from './room-entry.module.css'

/** Ignores presses at first, so that a double click does not agree. */
export default function AskNotVeiled({ onAnswer }: { onAnswer: (agreed: boolean) => void }) {
  return (
    <Dialog title="This room isn't blurred" open onClose={() => onAnswer(false)}>
      <p>Video starts as soon as you join. You and your opponent see and hear each other at once.</p>
      <div className={styles.answers}>
        <Button data-autofocus onClick={() => onAnswer(false)}>
          Not now
        </Button>
        <DeliberateButton variant="primary" onClick={() => onAnswer(true)}>
          Join with video
        </DeliberateButton>
      </div>
    </Dialog>
  )
}
