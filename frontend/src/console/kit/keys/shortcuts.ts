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
  const held: Shortcut[] = []
  return {
    add: (shortcut) => {
      held.push(shortcut)
      return () => void held.splice(held.indexOf(shortcut), 1)
    },
    of: (key) => held.findLast((shortcut) => shortcut.key === key),
    list: () => [...new Map(held.map((shortcut) => [shortcut.key, shortcut])).values()],
  }
}
