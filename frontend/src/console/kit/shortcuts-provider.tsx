import { type ReactNode, useContext, useEffect, useState } from 'react'
import { Dialog } from '../../shared/ui/dialog.js'
import styles from './shortcuts-provider.module.css'
import { createShortcuts, ShortcutsContext, useShortcut } from './shortcuts.js'

/** Shortcuts stay active on these. */
const TAKES_NO_TEXT = 'input:is([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches('input, textarea, select') && !target.matches(TAKES_NO_TEXT)))

interface HelpDialogProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

export function HelpDialog({ open, onOpen, onClose }: HelpDialogProps) {
  useShortcut('?', 'Show these keys', onOpen)
  return (
    <Dialog title="Keys" open={open} onClose={onClose}>
      <KeyList />
    </Dialog>
  )
}

/** Rendered only while open, to list the current shortcuts. */
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

export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [shortcuts] = useState(createShortcuts)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
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
