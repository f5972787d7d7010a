/** One key and what it does on this screen. */
export interface Shortcut {
  key: string
  /** In words for the list of keys. */
  does: string
  /** Null for keys that the browser carries out by itself: they are only listed. */
  run: (() => void) | null
}

export interface Shortcuts {
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
