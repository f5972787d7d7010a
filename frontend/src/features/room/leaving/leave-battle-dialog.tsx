import { Button } from '../../../shared/ui/button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import styles from './leave-battle-dialog.module.css'

interface LeaveBattleDialogProps {
  open: boolean
  leaving: boolean
  onStay: () => void
  onLeave: () => void
}

/** Before somebody walks out of a battle to meet the next one. */
export const LeaveBattleDialog = ({ open, leaving, onStay, onLeave }: LeaveBattleDialogProps) => (
  <Dialog title="Leave this battle?" open={open} onClose={onStay}>
    <p className={styles.text}>It ends for both of you, without a winner. Then you search for the next opponent.</p>
    <div className={styles.actions}>
      <Button onClick={onStay} data-autofocus="">
        Stay
      </Button>
      <Button variant="danger" busy={leaving} onClick={onLeave}>
        Leave and find the next
      </Button>
    </div>
  </Dialog>
)
