import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { TICKET_CATEGORIES, TICKET_MESSAGE_MAX, TICKET_PRIORITIES, type TicketView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { Checkbox, SelectField, TextArea } from '../../shared/ui/fields.js'
import { toastError, toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { useShortcut } from '../kit/shortcuts.js'
import { useUndo } from '../kit/undo.js'
import { useUpdateTicketMutation } from './api.js'
import styles from './support.module.css'
import {
  changeOf, changeWords, draftOf, inverseOf, isWithoutMessage, type TicketDraft, type TicketEdits,
} from './ticket-change.js'

const CATEGORY_OPTIONS = TICKET_CATEGORIES.map((value) => ({ value, label: value }))
const PRIORITY_OPTIONS = TICKET_PRIORITIES.map((value) => ({ value, label: value }))

interface TicketFormProps {
  ticket: TicketView
  edits: TicketEdits
  onEdit: (part: TicketEdits) => void
  onSaved: () => void
}

/** Ctrl+Enter saves from within a text. */
export function TicketForm({ ticket, edits, onEdit: change, onSaved }: TicketFormProps) {
  const [tried, setTried] = useState(false)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  const { save, saving } = useTicketChange(ticket)
  const draft = draftOf(ticket, edits)
  const focus = (name: string) => form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  useShortcut('a', 'Write an answer', () => focus('answer'))
  useShortcut('n', 'Write a note', () => focus('note'))
  useShortcut('e', 'Resolved or not', () => change({ resolved: !draft.resolved }))
  useShortcut('s', 'Save the ticket', () => form?.requestSubmit())

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (saving || isWithoutMessage(draft)) return
    if (await save(draft)) onSaved()
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form?.requestSubmit()
  }
  return (
    <form
      ref={setForm}
      className={styles.form}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={saveByKey}
    >
      <Checkbox checked={draft.resolved} onChange={(event) => change({ resolved: event.target.checked })}>
        Resolved
      </Checkbox>
      <TextArea
        label="Answer"
        name="answer"
        rows={5}
        maxLength={TICKET_MESSAGE_MAX}
        hint="The player reads this. It cannot be taken back."
        value={draft.answer}
        onChange={(event) => change({ answer: event.target.value })}
      />
      <TextArea
        label="Note"
        name="note"
        rows={2}
        maxLength={TICKET_MESSAGE_MAX}
        hint="Only administrators read this."
        value={draft.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <SelectField
        label="Category"
        value={draft.category}
        options={CATEGORY_OPTIONS}
        onChange={(category) => change({ category })}
      />
      <SelectField
        label="Priority"
        value={draft.priority}
        options={PRIORITY_OPTIONS}
        onChange={(priority) => change({ priority })}
      />
      <TextArea
        label="Message"
        rows={4}
        maxLength={TICKET_MESSAGE_MAX}
        hint="What was there before an edit is kept."
        error={tried && isWithoutMessage(draft) ? 'A message cannot be empty.' : undefined}
        value={draft.message}
        onChange={(event) => change({ message: event.target.value })}
      />
      <div className={styles.save}>
        <Button type="submit" variant="primary" wide busy={saving} aria-keyshortcuts="s Control+Enter">
          Save
        </Button>
      </div>
    </form>
  )
}

/** Shows the result; true when saved. */
function useTicketChange(ticket: TicketView) {
  const [update, { isLoading }] = useUpdateTicketMutation()
  const { push } = useUndo()

  const save = async (draft: TicketDraft): Promise<boolean> => {
    const { id } = ticket
    const change = changeOf(ticket, draft)
    if (change === null) {
      toastNeutral('No changes.')
      return false
    }
    const { error } = await update({ id, ...change })
    if (error) {
      toastError(errorText(error, 'Update failed.'))
      return false
    }
    toastSuccess('Ticket updated.')
    const inverse = inverseOf(ticket, change)
    if (inverse !== null) {
      push({
        label: `Ticket #${id}: ${changeWords(ticket, change)}`,
        undo: () => update({ id, ...inverse }).unwrap(),
      })
    }
    return true
  }
  return { save, saving: isLoading }
}
