import { Button } from '../../../shared/ui/button.js'
import { useShortcut } from '../keys/shortcuts-context.js'
import { useUndo } from './undo-context.js'

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
