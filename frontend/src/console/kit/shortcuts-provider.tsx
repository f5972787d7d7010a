import { type ReactNode, useContext, useEffect, useState } from 'react'
import { Dialog } from '../../shared/ui/dialog.js'
import { isPrintable } from './key-gate.js'
import styles from './shortcuts-provider.module.css'
import { createShortcuts, OPENS, ShortcutsContext, useShortcut } from './shortcuts.js'
import { takesKeys, typeInto } from './typing.js'

interface HelpDialogProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

export function HelpDialog({ open, onOpen, onClose }: HelpDialogProps) {
  useShortcut('?', 'Show these keys', onOpen, true, OPENS)
  return (
    <Dialog title="Keys" open={open} onClose={onClose}>
      <KeyList />
    </Dialog>
  )
}

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

/** Key code during input-method composition, before `isComposing` is set. */
const COMPOSING = 229

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey

export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [shortcuts] = useState(createShortcuts)

  useEffect(() => {
    const { gate } = shortcuts
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.keyCode === COMPOSING) return
      const inDialog = document.querySelector('dialog[open]') !== null
      const inField = takesKeys(event.target)
      if (inDialog || inField) {
        if (event.key === 'Escape' || event.key === 'Tab') gate.left()
        else if (isPrintable(event.key) && !hasModifier(event)) gate.typed(event.timeStamp)
        if (inField && !inDialog && event.key === 'Escape' && !event.defaultPrevented) event.target.blur()
        return
      }
      if (event.defaultPrevented || hasModifier(event)) return
      const action = gate.actionFor(event.key, event.timeStamp)
      const shortcut = action === 'run' ? shortcuts.of(event.key) : undefined
      if (action === 'keep') event.preventDefault()
      if (!shortcut?.run) return
      event.preventDefault()
      if (event.repeat && !shortcut.repeats) return
      if (shortcut.opens) gate.opens(event.timeStamp)
      shortcut.run()
    }
    /** Text typed ahead goes only into the field the shortcut opened. */
    const onFocusIn = ({ target }: FocusEvent) => {
      if (takesKeys(target)) typeInto(target, gate.opened())
      else if (target instanceof Element && target.closest('dialog[open]')) gate.opened()
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('focusin', onFocusIn)
    window.addEventListener('pointerdown', gate.left)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('focusin', onFocusIn)
      window.removeEventListener('pointerdown', gate.left)
    }
  }, [shortcuts])

  return <ShortcutsContext value={shortcuts}>{children}</ShortcutsContext>
}
