import { createContext, useContext } from 'react'
import type { Undoable } from './undo-stack.js'

export interface Undo {
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
