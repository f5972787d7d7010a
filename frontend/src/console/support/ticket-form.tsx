import {
  type CannedAnswerView,
  TICKET_CATEGORIES,
  TICKET_MESSAGE_MAX,
  TICKET_PRIORITIES,
  type TicketView,
} from '@kla/proto/web'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { Button } from '../../shared/ui/button.js'
import { Checkbox, SelectField, TextArea } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { toastNeutral, toastSuccess } from '../../shared/ui/toast.js'
import { selectPage } from '../entities/session.js'
import { DraftNote } from '../kit/drafts.js'
import { isBlank } from '../kit/forms.js'
import { NoteForm } from '../kit/notes.js'
import { OPENS, useShortcut } from '../kit/shortcuts.js'
import { CannedAnswers, CannedEditor } from './canned-answers.js'
import styles from './support.module.css'
import { changeOf, draftOf, edited, isWithoutMessage, type TicketDraft, withoutSent } from './ticket-change.js'
import { useLookers } from './use-lookers.js'
import { useTicketChange } from './use-ticket-change.js'
import { filled, unfilled } from './words.js'

const CATEGORY_OPTIONS = TICKET_CATEGORIES.map((value) => ({ value, label: value }))
const PRIORITY_OPTIONS = TICKET_PRIORITIES.map((value) => ({ value, label: value }))

type Changes = ReturnType<typeof useTicketChange>

interface TicketFormProps {
  ticket: TicketView
  /** Opens the next ticket that needs an answer; null if there is none. */
  onNext: (() => void) | null
}

/** Two distinct forms, so that internal notes never reach the player. */
export function TicketForm({ ticket, onNext }: TicketFormProps) {
  const changes = useTicketChange(ticket)
  return (
    <>
      <Taken ticket={ticket} changes={changes} />
      <AnswerForm ticket={ticket} changes={changes} onNext={onNext} />
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

function Taken({ ticket, changes: { busy, send } }: PartProps) {
  const others = useLookers(ticket.id, true)
  const me = useSelector(selectPage)
  const own = ticket.assignee_id !== null && ticket.assignee_id === me?.id
  const take = async () => void (await send({ taken: !own }, ticket.version))
  return (
    <div className={styles.taken}>
      {others.length > 0 && (
        <p role="status" className={styles.lookers}>
          <Icon name="eye" size={16} /> {listed(others)} {others.length === 1 ? 'has' : 'have'} this ticket open
        </p>
      )}
      <p>
        {ticket.assignee === null ? 'No one has taken it.' : own ? 'You have taken it.' : `${ticket.assignee} has it.`}
      </p>
      <Button busy={busy} onClick={() => void take()}>
        {own ? 'Leave it' : 'Take it'}
      </Button>
    </div>
  )
}

const listed = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' and $1')

function AnswerForm({ ticket, changes: { answer, busy, send }, onNext }: PartProps & Pick<TicketFormProps, 'onNext'>) {
  const me = useSelector(selectPage)
  const [resolves, setResolves] = useState(false)
  const [editingCanned, setEditingCanned] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  useShortcut('a', 'Write an answer', () => area.current?.focus(), true, OPENS)
  const blank = isBlank(answer.value.text)
  const [missing] = unfilled(answer.value.text)
  const values = { player: ticket.user_name, ticket: String(ticket.id), subject: ticket.subject, me: me?.name ?? '' }
  const insert = (canned: CannedAnswerView) => {
    const { text } = answer.value
    answer.type([...(isBlank(text) ? [] : [text.trimEnd()]), filled(canned, values)].join('\n\n'))
    area.current?.focus()
  }

  const submit = async (then: (() => void) | null) => {
    if (busy || blank || missing) return
    const draft = answer.value
    const change = { answer: draft.text.trim(), ...(resolves && { resolved: true }) }
    const outcome = await send(change, draft.on || ticket.version)
    if (outcome.kind === 'open') return
    answer.sentText(draft.text)
    if (outcome.kind !== 'done') return
    toastSuccess('Sent to the player.')
    setResolves(false)
    then?.()
  }
  return (
    <>
      <form
        className={styles.answer}
        aria-label="Answer to the player"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(onNext)
        }}
        onKeyDown={submitByKey}
      >
        <p className={styles.toPlayer}>
          <Icon name="send" size={16} /> Goes to the player by mail and in Settings
        </p>
        <CannedAnswers onChosen={insert} onEdit={() => setEditingCanned(true)} />
        <TextArea
          ref={area}
          label="Answer"
          name="answer"
          rows={5}
          maxLength={TICKET_MESSAGE_MAX}
          hint="The player reads this. You can't take it back."
          error={missing && `Fill in ${missing} first.`}
          value={answer.value.text}
          onChange={(event) => answer.type(event.target.value)}
        />
        <DraftNote drafts={[answer]} of="the answer" />
        <Checkbox checked={resolves} onChange={(event) => setResolves(event.target.checked)}>
          Resolve the ticket with it
        </Checkbox>
        <div className={styles.buttons}>
          {onNext && (
            <Button
              type="submit"
              variant="primary"
              disabled={blank || missing !== undefined}
              busy={busy}
              aria-keyshortcuts="Control+Enter"
            >
              Send and next
            </Button>
          )}
          <Button
            type={onNext ? 'button' : 'submit'}
            variant={onNext ? 'quiet' : 'primary'}
            disabled={blank || missing !== undefined}
            busy={busy}
            aria-keyshortcuts={onNext ? undefined : 'Control+Enter'}
            onClick={onNext ? () => void submit(null) : undefined}
          >
            Send to player
          </Button>
        </div>
      </form>
      <CannedEditor open={editingCanned} onClose={() => setEditingCanned(false)} />
    </>
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
    const sent = edits.value
    const outcome = await send(made, sent.on ?? ticket.version)
    if (outcome.kind === 'open') return
    if (outcome.kind === 'done') toastSuccess('Ticket updated.')
    setTried(false)
    edits.change((now) => withoutSent(now, sent))
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
