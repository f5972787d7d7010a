import { type FormEvent, useState } from 'react'
import type { CupView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { ConfirmDialog, ReasonDialog } from '../kit/dialogs.js'
import { readUserId } from '../kit/numbers.js'
import { OPENS, useShortcut } from '../kit/shortcuts.js'
import { useUndo } from '../kit/undo.js'
import { useAddEntryMutation, useCancelCupMutation, useRemoveEntryMutation, useStartCupMutation } from './api.js'
import styles from './cup-creator.module.css'
import { isOpen, isUnfinished } from './cup-draft.js'
import { EditCup } from './cup-forms.js'

const PLAYERS_MIN = 2

export function CupActions({ cup }: { cup: CupView }) {
  const [asked, setAsked] = useState<'edit' | 'start' | 'cancel' | null>(null)
  const open = isOpen(cup.state)
  const startable = open && cup.entries.length >= PLAYERS_MIN
  useShortcut('e', 'Edit the cup', () => setAsked('edit'), open, OPENS)
  useShortcut('s', 'Start the cup now', () => setAsked('start'), startable, OPENS)
  const close = () => setAsked(null)

  if (!isUnfinished(cup.state)) return <p>This cup is over. Nothing of it can be changed any more.</p>
  return (
    <>
      {open && <AddEntry cup={cup} />}
      <div className={styles.buttons}>
        {open && (
          <>
            <Button wide aria-keyshortcuts="e" onClick={() => setAsked('edit')}>
              Edit
            </Button>
            <Button wide disabled={!startable} aria-keyshortcuts="s" onClick={() => setAsked('start')}>
              Start now
            </Button>
            {!startable && <p className={styles.muted}>Two players at least are needed to start.</p>}
          </>
        )}
        <Button wide variant="danger" onClick={() => setAsked('cancel')}>
          Cancel the cup
        </Button>
      </div>
      {asked === 'edit' && <EditCup cup={cup} onClose={close} />}
      {asked === 'start' && <StartCup cup={cup} onClose={close} />}
      {asked === 'cancel' && <CancelCup cup={cup} onClose={close} />}
    </>
  )
}

function StartCup({ cup, onClose }: CupDialogProps) {
  const [start] = useStartCupMutation()
  const carryOut = async () => {
    const { error } = await start(cup.id)
    if (error) toastError(errorText(error, 'Failed to start the cup.'))
    else toastSuccess('The bracket is drawn.')
  }
  return (
    <ConfirmDialog
      title={`Start ${cup.name} now?`}
      confirm="Start"
      danger={false}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <p>
        The bracket is drawn for all {cup.entries.length} who have entered, as if they had checked in, and the first
        ties are called. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

function CancelCup({ cup, onClose }: CupDialogProps) {
  const [cancel] = useCancelCupMutation()
  const carryOut = async (reason: string): Promise<boolean> => {
    const { error } = await cancel({ id: cup.id, reason })
    if (error) toastError(errorText(error, 'Failed to cancel the cup.'))
    else toastSuccess('Cup cancelled.')
    return !error
  }
  return (
    <ReasonDialog title={`Cancel ${cup.name}?`} confirm="Cancel the cup" danger onConfirm={carryOut} onClose={onClose}>
      <p>It ends at once without a champion. This cannot be undone.</p>
    </ReasonDialog>
  )
}

interface CupDialogProps {
  cup: CupView
  onClose: () => void
}

function AddEntry({ cup }: { cup: CupView }) {
  const [userId, setUserId] = useState('')
  const [problem, setProblem] = useState<string>()
  const [add, { isLoading }] = useAddEntryMutation()
  const [remove] = useRemoveEntryMutation()
  const { push } = useUndo()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const id = readUserId(userId)
    if (isLoading) return
    if (id === null) {
      setProblem('Enter a user ID.')
      return
    }
    if (cup.entries.some((entry) => entry.id === id)) {
      setProblem('This player has entered already.')
      return
    }
    const { error } = await add({ id: cup.id, userId: id })
    setProblem(error && errorText(error, 'Failed to add the player.'))
    if (error) return
    toastSuccess('Player added.')
    setUserId('')
    push({ label: `Entry of user ${id} in ${cup.name}`, undo: () => remove({ id: cup.id, userId: id }).unwrap() })
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Add a player by user ID"
        inputMode="numeric"
        value={userId}
        error={problem}
        onChange={(event) => setUserId(event.target.value)}
      />
      <Button type="submit" wide busy={isLoading}>
        Add
      </Button>
    </form>
  )
}
