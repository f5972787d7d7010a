import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import type { CupEntryView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import { Pill } from '../kit/text/pill.js'
import { Person } from '../subjects/person.js'
import styles from './entries.module.css'

interface EntryRowProps {
  entry: CupEntryView
  /** Null where the order stands. */
  onMove: ((id: number, to: number) => void) | null
  onRemove: ((entry: CupEntryView) => void) | null
}

const DRAGGED = 'application/x-kla-entry'

/** One player of a cup. Its seed is a handle: arrow keys move it, Home and End go to the ends; it can be dragged. */
export function EntryRow({ entry, onMove, onRemove }: EntryRowProps) {
  const place = entry.seed - 1
  const handle = useRef<HTMLButtonElement>(null)
  const [over, setOver] = useState(false)
  const move = (to: number) => {
    onMove?.(entry.id, to)
    // The row goes to another place of the list and takes the focus along.
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
        <span className={styles.seed}>{entry.seed}</span>
      )}
      <Person id={entry.id} name={entry.username} />
      {entry.checked_in && <Pill tone="green">Checked in</Pill>}
      <span className={styles.buttons}>
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
