import { useLayoutEffect, useRef, type ComponentProps } from 'react'

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
