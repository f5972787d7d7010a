import { useMemo, useState, type ReactNode } from 'react'
import { toastError, toastSuccess } from '../../../shared/ui/toast.js'
import { errorText } from '../../../shared/api/errors.js'
import { UndoContext } from './undo-context.js'
import { pushed, type Undoable } from './undo-stack.js'

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
