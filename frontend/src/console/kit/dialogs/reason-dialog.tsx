import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { REASON_MAX } from '@kla/proto/web'
import { Button } from '../../../shared/ui/button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { TextArea } from '../../../shared/ui/fields.js'
import { focusFirstInvalid } from '../states/focus-first-invalid.js'
import styles from './dialogs.module.css'

interface ReasonDialogProps {
  title: string
  /** Stands above the reason: what it is about, and whatever else has to be filled in. */
  children?: ReactNode
  /** What the confirming button says. */
  confirm: string
  danger?: boolean
  /** Who reads the reason, where it is not as usual. */
  hint?: string
  /** Whether what was filled in above can be sent; it is asked on every try. */
  onCheck?: () => boolean
  /** Carries it out; `true` says that it was done, and closes. */
  onConfirm: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Something that is done with a reason for the record. Control and Enter confirm from within it. */
export function ReasonDialog({ title, children, confirm, danger, hint, onCheck, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const missing = reason.trim() === ''
  const close = () => {
    if (!busy) onClose()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const checked = onCheck?.() ?? true
    if (busy) return
    if (missing || !checked) {
      focusFirstInvalid(event.currentTarget)
      return
    }
    setBusy(true)
    const done = await onConfirm(reason.trim())
    setBusy(false)
    if (done) onClose()
  }
  const confirmByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  return (
    <Dialog title={title} open onClose={close}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)} onKeyDown={confirmByKey}>
        {children}
        <TextArea
          label="Reason"
          rows={3}
          data-autofocus={children ? undefined : ''}
          maxLength={REASON_MAX}
          hint={hint ?? 'Only administrators read this. It stays in the audit log.'}
          error={tried && missing ? 'A reason is required.' : undefined}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className={styles.actions}>
          <Button aria-disabled={busy} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} aria-keyshortcuts="Control+Enter">
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
