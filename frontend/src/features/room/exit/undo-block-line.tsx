import { Button } from '../../../shared/ui/button.js'
import { type UndoState, useBlockIsNew } from './undo-block.js'
import { undoWords } from './words.js'
import styles from './exit-page.module.css'

interface UndoBlockProps {
  person: { id: number; username: string }
  exitAtMs: number
  state: UndoState
  onUndo: () => void
}

/** For an exit by accident. It offers nothing for a block that is older than the exit. */
export function UndoBlock({ person, exitAtMs, state, onUndo }: UndoBlockProps) {
  const isNew = useBlockIsNew(person.id, exitAtMs)
  if (isNew !== true) return null
  return (
    <div className={styles.undo}>
      <p role="status">{undoWords(state, person.username)}</p>
      {state !== 'undone' && (
        <Button variant="quiet" busy={state === 'working'} onClick={onUndo}>
          Undo block
        </Button>
      )}
    </div>
  )
}
