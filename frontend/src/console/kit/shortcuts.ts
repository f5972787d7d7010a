import { createContext, useContext, useEffect, useEffectEvent, useMemo } from 'react'
import { createKeyGate, type KeyGate } from './key-gate.js'

interface ShortcutKind {
  /** Opens a field or dialog: keys before its focus are not commands. */
  opens?: boolean
  repeats?: boolean
}

interface Shortcut extends ShortcutKind {
  key: string
  does: string
  /** Null for keys that the browser handles, only listed. */
  run: (() => void) | null
}

interface Shortcuts {
  /** Adds a shortcut; the newest of a key wins. Returns a function that removes it. */
  add: (shortcut: Shortcut) => () => void
  of: (key: string) => Shortcut | undefined
  list: () => Shortcut[]
  gate: KeyGate
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
    gate: createKeyGate(),
  }
}

export const ShortcutsContext = createContext(createShortcuts())

const PLAIN: ShortcutKind = {}
export const OPENS: ShortcutKind = { opens: true }
export const REPEATS: ShortcutKind = { repeats: true }

/** Inactive while typing, in dialogs and while something opens. Single keys never send to players. */
export function useShortcut(key: string, does: string, run: (() => void) | null, enabled = true, kind = PLAIN) {
  const shortcuts = useContext(ShortcutsContext)
  const onKey = useEffectEvent(() => run?.())
  const listedOnly = run === null
  useEffect(
    () => (enabled ? shortcuts.add({ ...kind, key, does, run: listedOnly ? null : () => onKey() }) : undefined),
    [shortcuts, key, does, listedOnly, enabled, kind],
  )
}

/** Disables shortcuts, except Escape, while something is not ready. */
export function useKeysWait(waiting: boolean) {
  const { gate } = useContext(ShortcutsContext)
  useEffect(() => (waiting ? gate.wait() : undefined), [gate, waiting])
}

/** Reports to the key gate what opens without a shortcut: an entry or tab. */
export function useOpening(): { begins: () => void; isOpen: () => void } {
  const { gate } = useContext(ShortcutsContext)
  return useMemo(() => ({ begins: () => gate.opens(performance.now()), isOpen: () => void gate.opened() }), [gate])
}
