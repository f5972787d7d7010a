import { Button } from '../../../shared/ui/button.js'
import { useShortcut } from '../keys/shortcuts-context.js'
import styles from './list-screen.module.css'

interface RefreshBarProps {
  busy: boolean
  onRefresh: () => void
}

/** What stands above a list that cannot be narrowed. */
export function RefreshBar({ busy, onRefresh }: RefreshBarProps) {
  useShortcut('r', 'Refresh the list', onRefresh)
  return (
    <div className={styles.bar}>
      <Button busy={busy} onClick={onRefresh}>
        Refresh
      </Button>
    </div>
  )
}
