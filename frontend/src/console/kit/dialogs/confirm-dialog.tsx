import { useState, type ReactNode } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import styles from './dialogs.module.css'

interface ConfirmDialogProps {
  title: string
  /** What happens if it is confirmed. */
  children: ReactNode
  /** What the confirming button says. */
  confirm: string
  danger?: boolean
  /** Carries it out; the dialog waits for it, then closes. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something that cannot be taken back. The way out has the focus. */
export function ConfirmDialog({ title, children, confirm, danger = true, onConfirm, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const close = () => {
    if (!busy) onClose()
  }
  const carryOut = async () => {
    setBusy(true)
    await onConfirm()
    onClose()
  }
  return (
    <Dialog title={title} open onClose={close}>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        <Button data-autofocus="" aria-disabled={busy} onClick={close}>
          Cancel
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void carryOut()}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
