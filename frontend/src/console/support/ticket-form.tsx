import { TICKET_CATEGORIES, TICKET_MESSAGE_MAX, TICKET_PRIORITIES, type TicketView } from '@kla/proto/web'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { Checkbox, SelectField, TextArea } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { DraftNote } from '../kit/drafts.js'
import { isBlank } from '../kit/forms.js'
import { NoteForm } from '../kit/notes.js'
import { OPENS, useShortcut } from '../kit/shortcuts.js'
import styles from './support.module.css'
import { changeOf, draftOf, edited, isWithoutMessage, NO_EDITS, type TicketDraft } from './ticket-change.js'
import { useTicketChange } from './use-ticket-change.js'

const CATEGORY_OPTIONS = TICKET_CATEGORIES.map((value) => ({ value, label: value }))
const PRIORITY_OPTIONS = TICKET_PRIORITIES.map((value) => ({ value, label: value }))

type Changes = ReturnType<typeof useTicketChange>

/** Two distinct forms, so that internal notes never reach the player. */
export function TicketForm({ ticket }: { ticket: TicketView }) {
  const changes = useTicketChange(ticket)
  return (
    <>
      <AnswerForm ticket={ticket} changes={changes} />
      <NoteForm kind="ticket" entry={ticket.id} maxLength={TICKET_MESSAGE_MAX} onSave={changes.saveNote} />
      <FieldsForm ticket={ticket} changes={changes} />
    </>
  )
}

interface PartProps {
  ticket: TicketView
  changes: Changes
}

const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

function AnswerForm({ ticket, changes: { answer, busy, send } }: PartProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useShortcut('a', 'Write an answer', () => area.current?.focus(), true, OPENS)
  const blank = isBlank(answer.value.text)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || blank) return
    const draft = answer.value
    const outcome = await send({ answer: draft.text.trim() }, draft.on || ticket.version)
    if (outcome.kind === 'open') return
    if (outcome.kind === 'done') toastSuccess('Sent to the player.')
    answer.sentText(draft.text)
  }
  return (
    <form
      className={styles.answer}
      aria-label="Answer to the player"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitByKey}
    >
      <p className={styles.toPlayer}>
        <Icon name="send" size={16} /> Goes to the player by mail and in Settings
      </p>
      <TextArea
        ref={area}
        label="Answer"
        name="answer"
        rows={5}
        maxLength={TICKET_MESSAGE_MAX}
        hint="The player reads this. You can't take it back."
        value={answer.value.text}
        onChange={(event) => answer.type(event.target.value)}
      />
      <DraftNote drafts={[answer]} of="the answer" />
      <Button type="submit" variant="primary" wide disabled={blank} busy={busy} aria-keyshortcuts="Control+Enter">
        Send to player
      </Button>
    </form>
  )
}

function FieldsForm({ ticket, changes: { edits, busy, send } }: PartProps) {
  const [tried, setTried] = useState(false)
  const resolved = useRef<HTMLInputElement>(null)
  useShortcut('e', 'Go to Resolved', () => resolved.current?.focus())
  const draft = draftOf(ticket, edits.value)
  const change = (part: Partial<TicketDraft>) => edits.change((before) => edited(ticket, before, part))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || isWithoutMessage(draft)) return
    const made = changeOf(ticket, draft)
    if (made === null) {
      toastNeutral('No changes.')
      return
    }
    const outcome = await send(made, edits.value.on ?? ticket.version)
    if (outcome.kind === 'open') return
    if (outcome.kind === 'done') toastSuccess('Ticket updated.')
    setTried(false)
    edits.change(NO_EDITS)
  }
  return (
    <form
      className={styles.form}
      aria-label="Ticket"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitByKey}
    >
      <Checkbox
        ref={resolved}
        checked={draft.resolved}
        onChange={(event) => change({ resolved: event.target.checked })}
      >
        Resolved
      </Checkbox>
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
        hint="Earlier versions are kept."
        error={tried && isWithoutMessage(draft) ? 'Enter a message.' : undefined}
        value={draft.message}
        onChange={(event) => change({ message: event.target.value })}
      />
      <DraftNote drafts={[edits]} of="the ticket's fields" />
      <Button type="submit" wide busy={busy} aria-keyshortcuts="Control+Enter">
        Save changes
      </Button>
    </form>
  )
}
