import { useState } from 'react'
import type { GifView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { useMay } from '../session/use-may.js'
import { DeleteGif } from './delete-gif.js'
import { statesAfter, type ChosenState } from './states.js'
import { useGifState } from './use-gif-state.js'
import styles from './gif-control.module.css'

const ACTIONS: Readonly<Record<ChosenState, { words: string; shortcut: string }>> = {
  live: { words: 'Make Live', shortcut: '1' },
  hidden: { words: 'Hide', shortcut: '2' },
  blocked: { words: 'Block', shortcut: '3' },
}

interface GifActionsProps {
  gif: GifView
  onDeleted: () => void
}

/** What can be done with one GIF. */
export function GifActions({ gif, onDeleted }: GifActionsProps) {
  const may = useMay()
  const [asking, setAsking] = useState<'block' | 'delete' | null>(null)
  const { bringTo, changing } = useGifState(gif)
  const manages = may('gifs.manage')
  useShortcut('Delete', 'Delete the GIF', () => setAsking('delete'), manages)
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
  useShortcut(shortcut, words, () => onChoose(state))
  return (
    <Button wide aria-disabled={busy} aria-keyshortcuts={shortcut} onClick={() => onChoose(state)}>
      {words}
    </Button>
  )
}
