import { Button } from '../../shared/ui/button.js'
import styles from './battle-pass-editor.module.css'

interface ConflictProps {
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else has saved the season while it was being edited here. */
export const Conflict = ({ onTakeTheirs, onKeepMine }: ConflictProps) => (
  <div className={styles.conflict} role="alert">
    <p>
      <strong>Somebody else has changed this season since you began.</strong> What you wrote is still here, and not
      saved.
    </p>
    <Button wide onClick={onTakeTheirs}>
      Show theirs, discard mine
    </Button>
    <Button wide onClick={onKeepMine}>
      Keep mine, to replace theirs
    </Button>
  </div>
)
