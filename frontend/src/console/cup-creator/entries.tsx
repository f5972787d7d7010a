import type { AdminCupView, CupEntryView } from '@kla/proto/web'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import { Resettling } from '../../shared/ui/settling.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { Person } from '../entities/person.js'
import { Pill } from '../kit/text.js'
import { useAddEntryMutation, useRemoveEntryMutation } from './api.js'
import styles from './cup-creator.module.css'
import { isOpen } from './cup-draft.js'
import type { useSeeding } from './seeding.js'
import { useCupChange } from './use-cup-change.js'

interface EntriesProps {
  cup: AdminCupView
  seeding: ReturnType<typeof useSeeding>
  manages: boolean
}

export function Entries({ cup, seeding, manages }: EntriesProps) {
  const [remove] = useRemoveEntryMutation()
  const [add] = useAddEntryMutation()
  const { change, offerUndo } = useCupChange(cup)
  const changeable = manages && isOpen(cup.state)

  const removeEntry = async ({ id: userId, username }: CupEntryView) => {
    const outcome = await change({
      yours: { Removed: username || `#${userId}` },
      send: (version) => remove({ id: cup.id, userId, version }),
      failed: 'Failed to remove the player.',
    })
    if (outcome.kind !== 'done') return
    toastSuccess('Player removed.')
    // As saved: the list shows seeds that may not be.
    const saved = (outcome.over ?? cup).entries.find(({ id }) => id === userId)
    const removed = saved && { removed: { seed: saved.seed, checked_in: saved.checked_in } }
    offerUndo(`${username} taken out of ${cup.name}`, outcome.answer, (version) =>
      add({ id: cup.id, userId, ...removed, version }),
    )
  }
  if (cup.entries.length === 0) return <p>No one has entered yet.</p>
  return (
    <>
      <ol className={styles.entries}>
        <Resettling meaning={seeding.entries.map(({ id }) => id).join()}>
          {seeding.entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              onMove={changeable ? seeding.move : null}
              onRemove={changeable ? (each) => void removeEntry(each) : null}
            />
          ))}
        </Resettling>
      </ol>
      {changeable && seeding.changed && (
        <div className={styles.save} role="status">
          <p>The order isn&apos;t saved yet.</p>
          <Button variant="primary" busy={seeding.saving} onClick={() => void seeding.save()}>
            Save the seeds
          </Button>
          <Button onClick={seeding.discard}>Discard</Button>
        </div>
      )}
    </>
  )
}

interface EntryRowProps {
  entry: CupEntryView
  onMove: ((id: number, to: number) => void) | null
  onRemove: ((entry: CupEntryView) => void) | null
}

const DRAGGED = 'application/x-kla-entry'

function EntryRow({ entry, onMove, onRemove }: EntryRowProps) {
  const place = entry.seed - 1
  const handle = useRef<HTMLButtonElement>(null)
  const [over, setOver] = useState(false)
  const move = (to: number) => {
    onMove?.(entry.id, to)
    requestAnimationFrame(() => handle.current?.focus())
  }
  const moveByKey = (event: KeyboardEvent) => {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: Number.MAX_SAFE_INTEGER }[event.key]
    if (to === undefined || !onMove) return
    event.preventDefault()
    move(to)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    const id = Number(event.dataTransfer.getData(DRAGGED))
    if (id > 0) onMove?.(id, place)
  }
  return (
    <li
      className={classNames(styles.entry, over && styles.over)}
      draggable={onMove !== null}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(entry.id))}
      onDragOver={(event) => {
        if (!onMove || !event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {onMove ? (
        <button
          ref={handle}
          type="button"
          className={styles.handle}
          aria-label={`Seed ${entry.seed}, ${entry.username}: move with the arrow keys`}
          onKeyDown={moveByKey}
        >
          {entry.seed}
        </button>
      ) : (
        <span className={styles.entrySeed}>{entry.seed}</span>
      )}
      <Person id={entry.id} name={entry.username} />
      {entry.checked_in && <Pill tone="green">Checked in</Pill>}
      <span className={styles.entryButtons}>
        {onMove && (
          <>
            <Button variant="quiet" aria-label={`Move ${entry.username} up`} onClick={() => move(place - 1)}>
              Up
            </Button>
            <Button variant="quiet" aria-label={`Move ${entry.username} down`} onClick={() => move(place + 1)}>
              Down
            </Button>
          </>
        )}
        {onRemove && (
          <Button variant="quiet" aria-label={`Remove ${entry.username}`} onClick={() => onRemove(entry)}>
            Remove
          </Button>
        )}
      </span>
    </li>
  )
}
