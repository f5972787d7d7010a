import { useEffect, useState, type ReactNode } from 'react'
import { createShortcuts } from './shortcuts.js'
import { ShortcutsContext } from './shortcuts-context.js'
import { isTyping } from './typing.js'

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
