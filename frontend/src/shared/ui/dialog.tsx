import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { UI } from '../../texts/ui.js'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.js'

type ModalProps = Required<Pick<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onMouseDown'>>

/** Modal while mounted. `data-autofocus` marks the first focus; Escape and outside presses close. */
export function useModal(onClose: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null)

  // A removed dialog can no longer return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => dialog?.close()
  }, [])

  return {
    ref,
    onCancel: (event) => {
      event.preventDefault()
      onClose()
    },
    onMouseDown: (event) => {
      if (event.target !== event.currentTarget) return
      // The press itself would move the focus.
      event.preventDefault()
      onClose()
    },
  }
}

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
}

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
          <IconButton icon="close" label={UI.close} className={styles.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
