import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './icon-button.js'
import styles from './dialog.module.css'

type ModalProps = Required<Pick<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onMouseDown'>>

/**
 * Makes a dialog element modal for as long as it is mounted: the platform keeps the focus inside and gives it back; the
 * control with `data-autofocus` gets it first. `onClose` is called for Escape and for a press outside.
 */
export function useModal(onClose: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null)

  // In the layout phase: a dialog that has left the page can no longer give the focus back.
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
      // The press itself would take the focus from where it is given back to.
      event.preventDefault()
      onClose()
    },
  }
}

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
