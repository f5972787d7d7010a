import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export const CHAT_ID = 'room-chat'

/** Chat of a phone, which opens above the bottom bar and takes its space from the stage. */
export interface Drawer {
  readonly isOpen: boolean
  readonly panel: RefObject<HTMLElement | null>
  readonly field: RefObject<HTMLInputElement | null>
  readonly opener: RefObject<HTMLButtonElement | null>
  /** Opens without the keyboard, which would take half the screen. */
  readonly open: () => void
  readonly write: () => void
  readonly close: () => void
}

export function useDrawer(): Drawer {
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  // Hidden elements take no focus, hence the synchronous renders.
  const show = (focused: RefObject<HTMLElement | null>) => {
    flushSync(() => setOpen(true))
    focused.current?.focus()
  }
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  return { isOpen, panel, field, opener, open: () => show(panel), write: () => show(field), close }
}
