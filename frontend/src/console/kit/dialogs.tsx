import { REASON_MAX } from '@kla/proto/web'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Dialog, useModal } from '../../shared/ui/dialog.js'
import { TextArea } from '../../shared/ui/fields.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import styles from './dialogs.module.css'
import { DraftNote, useDraft } from './drafts.js'
import { focusFirstInvalid, isBlank } from './forms.js'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  confirm: string
  danger?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation; Cancel has the focus. */
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

interface DrawerProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Panel that returns the focus when it closes. */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const titleId = useId()
  return (
    <dialog {...useModal(onClose)} className={styles.drawer} aria-labelledby={titleId}>
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface ReasonDialogProps {
  title: string
  children?: ReactNode
  confirm: string
  danger?: boolean
  draft: readonly [kind: string, entry: number | string]
  /** Default: only administrators read the reason. */
  hint?: string
  /** True if a field of the children comes first (`data-autofocus`). */
  childrenFirst?: boolean
  onCheck?: () => boolean
  /** Closes when it resolves to true. */
  onConfirm: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for a reason to record; Ctrl+Enter submits. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, confirm, danger, draft, hint, childrenFirst = false, onCheck, onConfirm, onClose } = props
  const reason = useDraft(draft[0], draft[1], 'reason', '')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const missing = isBlank(reason.value)
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
    const given = reason.value
    const done = await onConfirm(given.trim())
    setBusy(false)
    if (!done) return
    reason.sent(given)
    onClose()
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
          data-autofocus={childrenFirst ? undefined : ''}
          maxLength={REASON_MAX}
          hint={hint ?? 'Only administrators read this. It stays in the audit log.'}
          error={tried && missing ? 'A reason is required.' : undefined}
          value={reason.value}
          onChange={(event) => reason.change(event.target.value)}
        />
        <DraftNote drafts={[reason]} of="the reason" />
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
