import { Button } from '../../../shared/ui/button.js'
import { DeliberateButton } from '../../../shared/ui/deliberate-button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import styles from './leave-buttons.module.css'

interface LeaveBattleDialogProps {
  leaving: boolean
  onStay: () => void
  onLeave: () => void
}

const LeaveBattleDialog = ({ leaving, onStay, onLeave }: LeaveBattleDialogProps) => (
  <Dialog title="Leave this battle?" open onClose={onStay}>
    <p className={styles.text}>It ends for both of you, without a winner. Then you search for the next opponent.</p>
    <div className={styles.actions}>
      <Button onClick={onStay} data-autofocus="">
        Stay
      </Button>
      <DeliberateButton variant="danger" busy={leaving} onClick={onLeave}>
        Leave and find the next
      </DeliberateButton>
    </div>
  </Dialog>
)

export default LeaveBattleDialog
