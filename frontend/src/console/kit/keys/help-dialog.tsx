import { useContext } from 'react'
import { Dialog } from '../../../shared/ui/dialog.js'
import { ShortcutsContext, useShortcut } from './shortcuts-context.js'
import styles from './help-dialog.module.css'

interface HelpDialogProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** Every key of the screen at hand, on `?`. */
export function HelpDialog({ open, onOpen, onClose }: HelpDialogProps) {
  useShortcut('?', 'Show these keys', onOpen)
  return (
    <Dialog title="Keys" open={open} onClose={onClose}>
      <KeyList />
    </Dialog>
  )
}

/** Drawn only while the dialog is open, so that it lists what there is at that moment. */
const KeyList = () => (
  <dl className={styles.keys}>
    {useContext(ShortcutsContext)
      .list()
      .map(({ key, does }) => (
        <div key={key} className={styles.entry}>
          <dt>
            <kbd className={styles.key}>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
  </dl>
)
