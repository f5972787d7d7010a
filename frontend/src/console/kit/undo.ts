import { createContext, useContext } from 'react'

/** Something that was done and can be taken back. */
export interface Undoable {
  /** What is taken back, such as 'Report #12: pending → reviewed'. */
  label: string
  /** Takes it back; a refusal is thrown. */
  undo: () => Promise<unknown>
}

/** As far back as anybody remembers what they did. */
export const UNDO_MAX = 20

export const pushed = (stack: readonly Undoable[], done: Undoable): Undoable[] => [...stack, done].slice(-UNDO_MAX)

interface Undo {
  /** What `u` would take back now. */
  last: Undoable | undefined
  busy: boolean
  /** Remembers how to take back what was just done. */
  push: (done: Undoable) => void
  undo: () => Promise<void>
}

export const UndoContext = createContext<Undo | null>(null)

export const useUndo = (): Undo => {
  const undo = useContext(UndoContext)
  if (!undo) throw new Error('useUndo needs an UndoProvider above it.')
  return undo
}
