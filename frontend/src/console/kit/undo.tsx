import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useShortcut } from './shortcuts.js'

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

const UndoContext = createContext<Undo | null>(null)

export const useUndo = (): Undo => {
  const undo = useContext(UndoContext)
  if (!undo) throw new Error('useUndo needs an UndoProvider above it.')
  return undo
}

export function UndoProvider({ children }: { children: ReactNode }) {
  const [stack, setStack] = useState<readonly Undoable[]>([])
  const [busy, setBusy] = useState(false)
  const last = stack.at(-1)

  const undo = useMemo(
    () => ({
      last,
      busy,
      push: (done: Undoable) => setStack((before) => pushed(before, done)),
      undo: async () => {
        if (!last || busy) return
        setBusy(true)
        try {
          await last.undo()
          toastSuccess(`Undone: ${last.label}`)
        } catch (error) {
          toastError(errorText(error, `Could not undo: ${last.label}`))
        }
        // Dropped even after a refusal, which would only repeat.
        setStack((before) => before.filter((done) => done !== last))
        setBusy(false)
      },
    }),
    [last, busy],
  )
  return <UndoContext value={undo}>{children}</UndoContext>
}

export function UndoButton() {
  const { last, busy, undo } = useUndo()
  const what = last ? `Undo: ${last.label}` : 'Nothing to undo'
  useShortcut('u', 'Undo the last change', () => void undo())
  return (
    <Button variant="quiet" title={what} aria-label={what} disabled={!last} busy={busy} onClick={() => void undo()}>
      Undo
    </Button>
  )
}
