import { useId, type ReactNode } from 'react'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { useModal } from '../../../shared/ui/dialog.js'
import styles from './drawer.module.css'

interface DrawerProps {
  title: ReactNode
  /** Called for Escape, the close button and a press outside. */
  onClose: () => void
  children: ReactNode
}

/** A modal from the side, for a form or an entry that would crowd the screen. It gives the focus back on closing. */
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
