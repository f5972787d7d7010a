import { type ReactNode, useMemo, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useShortcut } from './shortcuts.js'
import { pushed, type Undoable, UndoContext, useUndo } from './undo.js'

/** Remembers what was done here, for all screens together. */
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
        // A refusal would be one again: it is not offered twice.
        setStack((before) => before.filter((done) => done !== last))
        setBusy(false)
      },
    }),
    [last, busy],
  )
  return <UndoContext value={undo}>{children}</UndoContext>
}

/** Takes back the last thing that can be taken back; it says which that is. */
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
