import { useId, type ReactNode } from 'react'
import { IconButton } from './icon-button.js'
import { useModal } from './use-modal.js'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  open: boolean
  /** Called for Escape, the close button and a press outside. */
  onClose: () => void
  children: ReactNode
}

/**
 * A modal on the platform's own dialog element, which keeps the focus inside and gives it back.
 * Its content is mounted only while it is open, so that forms in it start anew; the control with `data-autofocus` gets
 * the focus first.
 */
export const Dialog = ({ open, ...rest }: DialogProps) => (open ? <OpenDialog {...rest} /> : null)

const OpenDialog = ({ title, onClose, children }: Omit<DialogProps, 'open'>) => {
  const titleId = useId()

  return (
    <dialog {...useModal(onClose)} className={styles.dialog} aria-labelledby={titleId}>
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton icon="close" label="Close" className={styles.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
