import type { AdminCupView } from '@kla/proto/web'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { TextField } from '../../shared/ui/fields.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { namesOfFound } from '../entities/find-person-rules.js'
import { FindPerson } from '../entities/find-person.js'
import { useMay } from '../entities/session-api.js'
import { ConfirmDialog, ReasonDialog } from '../kit/dialogs.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { readUserId } from '../kit/numbers.js'
import { Problem } from '../kit/problem.js'
import { OPENS, useShortcut } from '../kit/shortcuts.js'
import { useAddEntryMutation, useCancelCupMutation, useRemoveEntryMutation, useStartCupMutation } from './api.js'
import styles from './cup-creator.module.css'
import { isOpen, isUnfinished } from './cup-draft.js'
import { EditCup } from './cup-forms.js'
import { useCupChange } from './use-cup-change.js'

const PLAYERS_MIN = 2

export function CupActions({ cup }: { cup: AdminCupView }) {
  const [asked, setAsked] = useState<'edit' | 'start' | 'cancel' | null>(null)
  const open = isOpen(cup.state)
  const startable = open && cup.entries.length >= PLAYERS_MIN
  useShortcut('e', 'Edit the cup', () => setAsked('edit'), open, OPENS)
  useShortcut('s', 'Start the cup now', () => setAsked('start'), startable, OPENS)
  const close = () => setAsked(null)

  if (!isUnfinished(cup.state)) return <p>This cup is over and can&apos;t be changed.</p>
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
            {!startable && <p className={styles.muted}>You need at least two players to start.</p>}
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

function StartCup({ cup: shown, onClose }: CupDialogProps) {
  const [cup] = useState(shown)
  const [start] = useStartCupMutation()
  const { change } = useCupChange(cup)
  const carryOut = async () => {
    const outcome = await change({
      yours: { State: 'Running' },
      send: (version) => start({ id: cup.id, version }),
      failed: 'Failed to start the cup.',
    })
    if (outcome.kind === 'done') toastSuccess('The bracket is drawn.')
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

function CancelCup({ cup: shown, onClose }: CupDialogProps) {
  const [cup] = useState(shown)
  const [cancel] = useCancelCupMutation()
  const { change } = useCupChange(cup)
  const carryOut = async (reason: string): Promise<boolean> => {
    const outcome = await change({
      yours: { State: 'Cancelled', Reason: reason },
      send: (version) => cancel({ id: cup.id, reason, version }),
      failed: 'Failed to cancel the cup.',
    })
    if (outcome.kind === 'done') toastSuccess('Cup cancelled.')
    return outcome.kind !== 'open'
  }
  return (
    <ReasonDialog
      title={`Cancel ${cup.name}?`}
      confirm="Cancel the cup"
      danger
      draft={['cup cancellation', cup.id]}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <p>It ends at once without a champion. This cannot be undone.</p>
    </ReasonDialog>
  )
}

interface CupDialogProps {
  cup: AdminCupView
  onClose: () => void
}

function AddEntry({ cup }: { cup: AdminCupView }) {
  const draft = useDraft('cup', cup.id, 'entry', '')
  const userId = draft.value
  const [finding, setFinding] = useState(false)
  const [search, setSearch] = useState(0)
  const mayFind = useMay()('members.read')
  const { add, problem, busy } = useAddPlayer(cup)
  const isIn = (id: number) => cup.entries.some((entry) => entry.id === id)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const id = readUserId(userId)
    if (await add(id, `User ${id}`)) draft.sent(userId)
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Add a player by user ID"
        inputMode="numeric"
        value={userId}
        error={finding ? undefined : problem}
        onChange={(event) => draft.change(event.target.value)}
      />
      <DraftNote drafts={[draft]} of="the added player" />
      <Button type="submit" wide busy={busy && !finding}>
        Add
      </Button>
      {mayFind && (
        <Button wide onClick={() => setFinding(true)}>
          Find players by name
        </Button>
      )}
      <Dialog title={`Add players to ${cup.name}`} open={finding} onClose={() => setFinding(false)}>
        {problem && <Problem>{problem}</Problem>}
        <FindPerson
          key={search}
          noteOf={({ id }) => (isIn(id) ? 'has entered' : null)}
          onChoose={(person) => {
            setSearch(search + 1)
            void add(person.id, namesOfFound(person)[0] ?? `User ${person.id}`)
          }}
        />
      </Dialog>
    </form>
  )
}

/** Adds one player after another, each with an undo. */
function useAddPlayer(cup: AdminCupView) {
  const [problem, setProblem] = useState<string>()
  const [send, { isLoading: busy }] = useAddEntryMutation()
  const [remove] = useRemoveEntryMutation()
  const { change, offerUndo } = useCupChange(cup)

  /** Resolves to false if what was typed should stay. */
  const add = async (id: number | null, name: string): Promise<boolean> => {
    if (id === null) {
      setProblem('Enter a user ID.')
      return false
    }
    if (cup.entries.some((entry) => entry.id === id)) {
      setProblem('This player has entered already.')
      return false
    }
    setProblem(undefined)
    const outcome = await change({
      yours: { Added: name },
      send: (version) => send({ id: cup.id, userId: id, version }),
      failed: 'Failed to add the player.',
      onRefusal: (error) => {
        setProblem(errorText(error, 'Failed to add the player.'))
        return true
      },
    })
    if (outcome.kind === 'open') return false
    if (outcome.kind !== 'done') return true
    toastSuccess(`${name} added.`)
    offerUndo(`Entry of ${name} in ${cup.name}`, outcome.answer, (version) =>
      remove({ id: cup.id, userId: id, version }),
    )
    return true
  }
  return { add, problem, busy }
}
