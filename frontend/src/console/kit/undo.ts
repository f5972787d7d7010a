import { createContext, useContext } from 'react'

export interface Undoable {
  /** For example 'Report #12: pending → reviewed'. */
  label: string
  /** Throws on refusal. */
  undo: () => Promise<unknown>
}

export const UNDO_MAX = 20

export const pushed = (stack: readonly Undoable[], done: Undoable): Undoable[] => [...stack, done].slice(-UNDO_MAX)

interface Undo {
  last: Undoable | undefined
  busy: boolean
  push: (done: Undoable) => void
  undo: () => Promise<void>
}

export const UndoContext = createContext<Undo | null>(null)

export const useUndo = (): Undo => {
  const undo = useContext(UndoContext)
  if (!undo) throw new Error('useUndo needs an UndoProvider above it.')
  return undo
}
