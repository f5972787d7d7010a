import { useRef, useState } from 'react'
import type { GifView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { useMay } from '../entities/session-api.js'
import { deletedWords, WHAT_DELETING_DOES } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { OPENS, useShortcut } from '../kit/shortcuts.js'
import { useUndo } from '../kit/undo.js'
import { useDeleteGifMutation, useSetGifStateMutation } from './api.js'
import { GifActs } from './gif-acts.js'
import styles from './gif-control.module.css'
import { type ChosenState, STATE_WORDS, stateBefore, statesAfter } from './states.js'

const ACTIONS: Readonly<Record<ChosenState, { words: string; shortcut: string }>> = {
  live: { words: 'Make Live', shortcut: '1' },
  hidden: { words: 'Hide', shortcut: '2' },
  blocked: { words: 'Block', shortcut: '3' },
}

interface GifActionsProps {
  gif: GifView
  onDeleted: () => void
}

export function GifActions({ gif, onDeleted }: GifActionsProps) {
  const may = useMay()
  const [asking, setAsking] = useState<'block' | 'delete' | null>(null)
  const { bringTo, changing } = useGifState(gif)
  const manages = may('gifs.manage')
  useShortcut('Delete', 'Delete the GIF', () => setAsking('delete'), manages, OPENS)
  if (!manages) return null

  const choose = (state: ChosenState) => {
    if (changing) return
    if (state === 'blocked') setAsking('block')
    else void bringTo(state)
  }
  return (
    <>
      <div className={styles.actions} role="group" aria-label="State">
        {statesAfter(gif.state).map((state) => (
          <StateButton key={state} state={state} busy={changing} onChoose={choose} />
        ))}
        {gif.state === 'blocked' && <p className={styles.muted}>A blocked GIF stays blocked.</p>}
      </div>
      <GifActs gif={gif} />
      <Button variant="danger" wide aria-keyshortcuts="Delete" onClick={() => setAsking('delete')}>
        Delete
      </Button>
      {asking === 'delete' && <DeleteGif id={gif.id} onDeleted={onDeleted} onClose={() => setAsking(null)} />}
      {asking === 'block' && (
        <ConfirmDialog
          title={`Block GIF #${gif.id}?`}
          confirm="Block"
          onConfirm={() => bringTo('blocked')}
          onClose={() => setAsking(null)}
        >
          <p>Nobody is shown it again, from whatever address it comes. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface StateButtonProps {
  state: ChosenState
  busy: boolean
  onChoose: (state: ChosenState) => void
}

function StateButton({ state, busy, onChoose }: StateButtonProps) {
  const { words, shortcut } = ACTIONS[state]
  const button = useRef<HTMLButtonElement>(null)
  // Players see what is live: a wrong letter must not publish it.
  useShortcut(shortcut, `Go to ${words}`, () => button.current?.focus())
  return (
    <Button ref={button} wide aria-disabled={busy} aria-keyshortcuts={shortcut} onClick={() => onChoose(state)}>
      {words}
    </Button>
  )
}

function useGifState({ id, state: before }: GifView) {
  const [change, { isLoading }] = useSetGifStateMutation()
  const { push } = useUndo()

  const bringTo = async (state: ChosenState): Promise<void> => {
    const { error } = await change({ id, state })
    if (error) {
      toastError(errorText(error, 'Failed to change the state.'))
      return
    }
    toastSuccess(`GIF #${id}: ${STATE_WORDS[state]}`)
    const back = stateBefore(before, state)
    if (back !== null) {
      push({
        label: `GIF #${id}: ${STATE_WORDS[before]} → ${STATE_WORDS[state]}`,
        undo: () => change({ id, state: back }).unwrap(),
      })
    }
  }
  return { bringTo, changing: isLoading }
}

interface DeleteGifProps {
  id: number
  onDeleted: () => void
  onClose: () => void
}

export function DeleteGif({ id, onDeleted, onClose }: DeleteGifProps) {
  const [remove] = useDeleteGifMutation()
  const carryOut = async () => {
    const { data } = await remove(id)
    if (!data) {
      toastError('Delete failed')
      return
    }
    toastSuccess('Deleted')
    toastNeutral(`GIF #${id}: ${deletedWords(data)}`)
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete GIF #${id}`} confirm="Delete" onConfirm={carryOut} onClose={onClose}>
      <p>Delete this GIF? This cannot be undone.</p>
      <p>{WHAT_DELETING_DOES}</p>
    </ConfirmDialog>
  )
}
