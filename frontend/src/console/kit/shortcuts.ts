import { createContext, useContext, useEffectEvent, useEffect } from 'react'

interface Shortcut {
  key: string
  does: string
  /** Null for keys that the browser handles; they are only listed. */
  run: (() => void) | null
}

interface Shortcuts {
  /** The newest shortcut of a key wins. Returns a function that removes it. */
  add: (shortcut: Shortcut) => () => void
  of: (key: string) => Shortcut | undefined
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

/** Inactive while typing and in dialogs. With `run` null it is only listed. */
export function useShortcut(key: string, does: string, run: (() => void) | null, enabled = true) {
  const shortcuts = useContext(ShortcutsContext)
  const onKey = useEffectEvent(() => run?.())
  const listedOnly = run === null
  useEffect(
    () => (enabled ? shortcuts.add({ key, does, run: listedOnly ? null : () => onKey() }) : undefined),
    [shortcuts, key, does, listedOnly, enabled],
  )
}
