import { Button } from '../../../shared/ui/button.js'
import { UNDO_BLOCK } from '../../../texts/room-undo-block.js'
import styles from './exit-page.module.css'
import { undoWords, useBlockIsNew, useUndoBlock } from './undo-block.js'

interface UndoBlockProps {
  person: { id: number; username: string }
  exitAtMs: number
  onUndone: () => void
}

/** Offers to undo the exit's block, but not an older one. */
export default function UndoBlock({ person, exitAtMs, onUndone }: UndoBlockProps) {
  const isNew = useBlockIsNew(person.id, exitAtMs)
  const { state, undo } = useUndoBlock(person.id, onUndone)
  if (isNew !== true) return null
  return (
    <div className={styles.undo}>
      <p role="status">{undoWords(state, person.username)}</p>
      {state !== 'undone' && (
        <Button variant="quiet" busy={state === 'working'} onClick={() => void undo()}>
          {UNDO_BLOCK.undo}
        </Button>
      )}
    </div>
  )
}
