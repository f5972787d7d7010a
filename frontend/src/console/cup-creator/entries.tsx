import type { CupEntryView, CupView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useAddEntryMutation, useRemoveEntryMutation } from '../cups/cups-api.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { isOpen } from './cup-stage.js'
import { EntryRow } from './entry-row.js'
import type { useSeeding } from './use-seeding.js'
import styles from './entries.module.css'

interface EntriesProps {
  cup: CupView
  seeding: ReturnType<typeof useSeeding>
  /** Whether they may be changed by whoever is here. */
  manages: boolean
}

/** Who plays, best seed first. */
export function Entries({ cup, seeding, manages }: EntriesProps) {
  const [remove] = useRemoveEntryMutation()
  const [add] = useAddEntryMutation()
  const { push } = useUndo()
  const changeable = manages && isOpen(cup.state)

  const removeEntry = async ({ id: userId, username }: CupEntryView) => {
    const { error } = await remove({ id: cup.id, userId })
    if (error) {
      toastError(errorText(error, 'Failed to remove the player.'))
      return
    }
    toastSuccess('Player removed.')
    push({ label: `${username} taken out of ${cup.name}`, undo: () => add({ id: cup.id, userId }).unwrap() })
  }
  if (cup.entries.length === 0) return <p>Nobody has entered yet.</p>
  return (
    <>
      <ol className={styles.entries}>
        {seeding.entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            onMove={changeable ? seeding.move : null}
            onRemove={changeable ? (each) => void removeEntry(each) : null}
          />
        ))}
      </ol>
      {changeable && seeding.changed && (
        <div className={styles.save} role="status">
          <p>The order is not saved yet.</p>
          <Button variant="primary" busy={seeding.saving} onClick={() => void seeding.save()}>
            Save the seeds
          </Button>
          <Button onClick={seeding.discard}>Discard</Button>
        </div>
      )}
    </>
  )
}
