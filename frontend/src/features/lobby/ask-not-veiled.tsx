import { Button } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { NOT_BLURRED } from '../../texts/lobby.js'
import styles from './room-entry.module.css'

/** Ignores presses at first, so that a double click does not agree. */
export default function AskNotVeiled({ onAnswer }: { onAnswer: (agreed: boolean) => void }) {
  return (
    <Dialog title={NOT_BLURRED.title} open onClose={() => onAnswer(false)}>
      <p>{NOT_BLURRED.text}</p>
      <div className={styles.answers}>
        <Button data-autofocus onClick={() => onAnswer(false)}>
          {NOT_BLURRED.notNow}
        </Button>
        <DeliberateButton variant="primary" onClick={() => onAnswer(true)}>
          {NOT_BLURRED.join}
        </DeliberateButton>
      </div>
    </Dialog>
  )
}
