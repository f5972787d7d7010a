import { type GifsChange, type GifsChanged, type GifView, UNDO_MS } from '@kla/proto/web'
import { useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { useAttempts } from '../../shared/browser/attempts.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { WHAT_DELETING_DOES } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { counted } from '../kit/numbers.js'
import { type Undoable, useUndo } from '../kit/undo.js'
import { useChangeGifsMutation, useUndoGifsMutation } from './api.js'
import { LabelsForm } from './gif-acts.js'
import styles from './gif-control.module.css'

type Order = Pick<GifsChange, 'op' | 'state' | 'acts'>
type Refusal = GifsChanged['results'][number]

interface GifBulkBarProps {
  selected: readonly GifView[]
  onSelect: (ids: readonly number[]) => void
}

export function GifBulkBar({ selected, onSelect }: GifBulkBarProps) {
  const { run, busy, refused, done, forget } = useGifBulk(selected, onSelect)
  const [asked, setAsked] = useState<'labels' | 'delete' | null>(null)
  const none = selected.length === 0
  const close = () => setAsked(null)
  const label = async (acts: GifView['acts']) => {
    if (await run({ op: 'acts', acts }, 'labelled')) close()
  }

  return (
    <div className={styles.bulk} role="group" aria-label="With the selected GIFs">
      <p className={styles.muted}>
        Selected: <output>{selected.length}</output>
      </p>
      <Button disabled={none} aria-disabled={busy} onClick={() => void run({ op: 'state', state: 'live' }, 'live')}>
        Make Live
      </Button>
      <Button disabled={none} aria-disabled={busy} onClick={() => void run({ op: 'state', state: 'hidden' }, 'hidden')}>
        Hide
      </Button>
      <Button disabled={none} onClick={() => setAsked('labels')}>
        Label what they show
      </Button>
      <Button variant="danger" disabled={none} onClick={() => setAsked('delete')}>
        Delete
      </Button>
      <Button
        variant="quiet"
        disabled={none}
        onClick={() => {
          forget()
          onSelect([])
        }}
      >
        Clear
      </Button>
      <div className={styles.refused} role="status">
        {done && <Done done={done} />}
        {refused.length > 0 && (
          <>
            <p>{counted(refused.length, 'GIF')} not changed, still selected:</p>
            <ul>
              {refused.map(({ id, error }) => (
                <li key={id}>
                  #{id}: {error}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <Dialog title={`What ${counted(selected.length, 'GIF')} show`} open={asked === 'labels'} onClose={close}>
        <LabelsForm acts={null} clearable busy={busy} onKeep={(acts) => void label(acts)}>
          <p className={styles.muted}>These labels replace the ones that each GIF has.</p>
        </LabelsForm>
      </Dialog>
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete ${counted(selected.length, 'GIF')}?`}
          confirm={`Delete ${counted(selected.length, 'GIF')}`}
          onConfirm={() => run({ op: 'delete' }, 'deleted')}
          onClose={close}
        >
          <p>You can undo this for a minute.</p>
          <p>{WHAT_DELETING_DOES}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Offers to undo the last change while nothing else was changed since. */
function Done({ done }: { done: Undoable }) {
  const { last, busy, undo } = useUndo()
  if (last !== done) return null
  return (
    <p className={styles.done}>
      {done.label}.{' '}
      <Button busy={busy} aria-label={`Undo: ${done.label}`} onClick={() => void undo()}>
        Undo
      </Button>
    </p>
  )
}

/** Says how many an undo left; null: it left none. */
const leftWords = (left: number): string | null =>
  left === 0 ? null : `${counted(left, 'GIF')} changed since and ${left === 1 ? 'stays' : 'stay'} as now.`

const NONE: readonly Refusal[] = []

/** Sends one call for all; the refused ones stay selected. */
function useGifBulk(selected: readonly GifView[], onSelect: (ids: readonly number[]) => void) {
  const [change, { isLoading }] = useChangeGifsMutation()
  const [undo] = useUndoGifsMutation()
  const { push } = useUndo()
  const attempts = useAttempts()
  const [refused, setRefused] = useState(NONE)
  const [done, setDone] = useState<Undoable | null>(null)

  const offerUndo = (label: string, batch: string) => {
    const undoable: Undoable = {
      label,
      untilMs: Date.now() + UNDO_MS,
      undo: async () => {
        const left = leftWords((await undo(batch).unwrap()).left.length)
        if (left !== null) toastNeutral(left)
      },
    }
    push(undoable)
    setDone(undoable)
  }
  const run = async (order: Order, became: string): Promise<boolean> => {
    if (isLoading || selected.length === 0) return false
    const ids = selected.map(({ id }) => id)
    const versions = Object.fromEntries(selected.map(({ id, version }) => [id, version]))
    const sent = { ids, ...order, versions }
    const { data, error } = await change({ ...sent, batch: attempts.idOf(sent) })
    if (!data) {
      toastError(errorText(error, 'Bulk operation failed'))
      return false
    }
    attempts.done()
    const left = data.results.filter(({ code }) => code !== null)
    const changed = data.results.length - left.length
    const label = `${counted(changed, 'GIF')} ${became}`
    if (changed > 0) toastSuccess(label)
    if (changed > 0 && data.batch !== undefined) offerUndo(label, data.batch)
    else setDone(null)
    if (left.length > 0) toastError(`${counted(left.length, 'GIF')} not changed`)
    setRefused(left)
    onSelect(left.map(({ id }) => id))
    return true
  }
  return { run, busy: isLoading, refused, done, forget: () => setRefused(NONE) }
}
