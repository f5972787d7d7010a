import { createContext, useContext, useEffectEvent, useEffect } from 'react'

/** One key and what it does on this screen. */
interface Shortcut {
  key: string
  /** In words for the list of keys. */
  does: string
  /** Null for keys that the browser carries out by itself: they are only listed. */
  run: (() => void) | null
}

interface Shortcuts {
  /** The newest of a key wins while it is there; the answer takes it away again. */
  add: (shortcut: Shortcut) => () => void
  /** What a key does now. */
  of: (key: string) => Shortcut | undefined
  /** One of each key, in the order in which they came. */
  list: () => Shortcut[]
}

export const createShortcuts = (): Shortcuts => {
  let held: readonly Shortcut[] = []
  return {
    add: (shortcut) => {
      held = [...held, shortcut]
      return () => {
        held = held.filter((other) => other !== shortcut)
      }
    },
    of: (key) => held.findLast((shortcut) => shortcut.key === key),
    list: () => [...new Map(held.map((shortcut) => [shortcut.key, shortcut])).values()],
  }
}

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
