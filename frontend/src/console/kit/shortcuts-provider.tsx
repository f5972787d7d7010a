import { type ReactNode, useContext, useEffect, useState } from 'react'
import { Dialog } from '../../shared/ui/dialog.js'
import styles from './shortcuts-provider.module.css'
import { createShortcuts, ShortcutsContext, useShortcut } from './shortcuts.js'

/** Inputs that take no letters: a key pressed on them is meant for the screen. */
const TAKES_NO_TEXT = 'input:is([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

/** Whether a key pressed there is text, or a choice in a list. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches('input, textarea, select') && !target.matches(TAKES_NO_TEXT)))

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

/** Listens for the keys of everything below it. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [shortcuts] = useState(createShortcuts)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      // A dialog has keys of its own.
      if (document.querySelector('dialog[open]')) return
      if (isTyping(event.target)) {
        if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
        return
      }
      const shortcut = shortcuts.of(event.key)
      if (!shortcut?.run) return
      event.preventDefault()
      shortcut.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [shortcuts])

  return <ShortcutsContext value={shortcuts}>{children}</ShortcutsContext>
}
