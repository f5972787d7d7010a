import type { GifView } from '@kla/proto/web'
import { useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { useMay } from '../entities/session-api.js'
import { deletedWords, WHAT_DELETING_DOES } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { OPENS, useShortcut } from '../kit/shortcuts.js'
import { useUndo } from '../kit/undo.js'
import { useChange } from '../kit/versions.js'
import { useDeleteGifMutation, useSetGifStateMutation } from './api.js'
import { GifActs } from './gif-acts.js'
import styles from './gif-control.module.css'
import { type ChosenState, gifFields, STATE_WORDS, stateBefore, statesAfter, thingOf } from './states.js'

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
  const [blocking, setBlocking] = useState(false)
  const [deleting, setDeleting] = useState<GifView | null>(null)
  const { bringTo, changing } = useGifState(gif)
  const manages = may('gifs.manage')
  useShortcut('Delete', 'Delete the GIF', () => setDeleting(gif), manages, OPENS)
  if (!manages) return null

  const choose = (state: ChosenState) => {
    if (changing) return
    if (state === 'blocked') setBlocking(true)
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
      <Button variant="danger" wide aria-keyshortcuts="Delete" onClick={() => setDeleting(gif)}>
        Delete
      </Button>
      {deleting && <DeleteGif gif={deleting} onDeleted={onDeleted} onClose={() => setDeleting(null)} />}
      {blocking && (
        <ConfirmDialog
          title={`Block GIF #${gif.id}?`}
          confirm="Block"
          onConfirm={() => bringTo('blocked')}
          onClose={() => setBlocking(false)}
        >
          <p>No one will see it again, from any address. This cannot be undone.</p>
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
  // Only focuses the button: a mistyped key must not publish a GIF.
  useShortcut(shortcut, `Go to ${words}`, () => button.current?.focus())
  return (
    <Button ref={button} wide aria-disabled={busy} aria-keyshortcuts={shortcut} onClick={() => onChoose(state)}>
      {words}
    </Button>
  )
}

function useGifState(gif: GifView) {
  const { id } = gif
  const [change, { isLoading }] = useSetGifStateMutation()
  const carryOut = useChange()
  const { push } = useUndo()

  const bringTo = async (state: ChosenState): Promise<void> => {
    const outcome = await carryOut({
      thing: thingOf(id),
      name: `GIF #${id}`,
      version: gif.version,
      before: gifFields(gif),
      yours: { State: STATE_WORDS[state] },
      fieldsOf: gifFields,
      send: (version) => change({ id, state, version }),
      versionAfter: ({ version }) => version,
      failed: 'Failed to change the state.',
    })
    if (outcome.kind !== 'done') return
    toastSuccess(`GIF #${id}: ${STATE_WORDS[state]}`)
    const before = (outcome.over ?? gif).state
    const back = stateBefore(before, state)
    if (back === null) return
    push({
      label: `GIF #${id}: ${STATE_WORDS[before]} → ${STATE_WORDS[state]}`,
      thing: thingOf(id),
      version: outcome.answer.version,
      undo: (left) =>
        change({ id, state: back, version: left })
          .unwrap()
          .then(({ version }) => version),
    })
  }
  return { bringTo, changing: isLoading }
}

interface DeleteGifProps {
  gif: GifView
  onDeleted: () => void
  onClose: () => void
}

export function DeleteGif({ gif, onDeleted, onClose }: DeleteGifProps) {
  const { id } = gif
  const [remove] = useDeleteGifMutation()
  const carryOut = useChange()
  const confirmed = async () => {
    const outcome = await carryOut({
      thing: thingOf(id),
      name: `GIF #${id}`,
      version: gif.version,
      before: { ...gifFields(gif), 'This GIF': 'Kept' },
      yours: { 'This GIF': 'Deleted' },
      fieldsOf: (current: GifView) => ({ ...gifFields(current), 'This GIF': 'Kept' }),
      send: (version) => remove({ id, version }),
      failed: 'Delete failed',
    })
    if (outcome.kind !== 'done') return
    toastSuccess('Deleted')
    toastNeutral(`GIF #${id}: ${deletedWords(outcome.answer)}`)
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete GIF #${id}`} confirm="Delete" onConfirm={confirmed} onClose={onClose}>
      <p>Delete this GIF? This cannot be undone.</p>
      <p>{WHAT_DELETING_DOES}</p>
    </ConfirmDialog>
  )
}
