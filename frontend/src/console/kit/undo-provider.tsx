import { type ReactNode, useMemo, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useShortcut } from './shortcuts.js'
import { pushed, type Undoable, UndoContext, useUndo } from './undo.js'

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
