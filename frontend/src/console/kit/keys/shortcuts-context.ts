import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { createShortcuts } from './shortcuts.js'

export const ShortcutsContext = createContext(createShortcuts())

/**
 * A key of this screen for as long as the component is there. It does nothing while somebody types, or while a dialog
 * is open. `run` null: the browser carries it out, and the list of keys names it.
 */
export function useShortcut(key: string, does: string, run: (() => void) | null, enabled = true) {
  const shortcuts = useContext(ShortcutsContext)
  const onKey = useEffectEvent(() => run?.())
  const listedOnly = run === null
  useEffect(
    () => (enabled ? shortcuts.add({ key, does, run: listedOnly ? null : () => onKey() }) : undefined),
    [shortcuts, key, does, listedOnly, enabled],
  )
}
