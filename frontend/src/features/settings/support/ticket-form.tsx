import { TICKET_CATEGORIES, TICKET_PRIORITIES, type TicketCategory, type TicketPriority } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { SelectField, TextArea, TextField } from '../../../shared/ui/fields.js'
import { errorText } from '../../../shared/api/errors.js'
import { useOpenTicketMutation } from './tickets.js'
import { orNull, TICKET_FAILED, TICKET_LIMITS, ticketProblem, type TicketDraft } from './ticket-words.js'
import styles from './support.module.css'

const EMPTY: TicketDraft = { subject: '', message: '', email: '', roomId: '' }
const ownNames = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }))

/** What support has to know. */
export function TicketForm({ onSent }: { onSent: (ticketId: number) => void }) {
  const [draft, setDraft] = useState(EMPTY)
  const [category, setCategory] = useState<TicketCategory>('Technical')
  const [priority, setPriority] = useState<TicketPriority>('Normal')
  const [problem, setProblem] = useState<string | null>(null)
  const [open, { isLoading }] = useOpenTicketMutation()
  const change = (part: Partial<TicketDraft>) => setDraft({ ...draft, ...part })

  const submit = async () => {
    const missing = ticketProblem(draft)
    setProblem(missing)
    if (missing !== null) return
    const answer = await open({
      ...{ subject: draft.subject.trim(), message: draft.message.trim(), category, priority },
      related_stripe_email: orNull(draft.email),
      related_room_id: orNull(draft.roomId),
    })
    if (answer.data) onSent(answer.data.ticketId)
    else setProblem(errorText(answer.error, TICKET_FAILED))
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLoading) void submit()
      }}
    >
      <TextField
        label="Subject"
        required
        data-autofocus=""
        maxLength={TICKET_LIMITS.subject}
        value={draft.subject}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <div className={styles.pair}>
        <SelectField label="Category" value={category} options={ownNames(TICKET_CATEGORIES)} onChange={setCategory} />
        <SelectField label="Priority" value={priority} options={ownNames(TICKET_PRIORITIES)} onChange={setPriority} />
      </div>
      <TextArea
        label="Message"
        required
        rows={6}
        maxLength={TICKET_LIMITS.message}
        value={draft.message}
        onChange={(event) => change({ message: event.target.value })}
      />
      <div className={styles.pair}>
        <TextField
          type="email"
          autoComplete="email"
          label="Receipt email (optional)"
          maxLength={320}
          value={draft.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <TextField
          label="Room ID (optional)"
          maxLength={64}
          value={draft.roomId}
          onChange={(event) => change({ roomId: event.target.value })}
        />
      </div>
      <div role="alert" className={styles.problem}>
        {problem !== null && (
          <>
            <Icon name="alert" /> {problem}
          </>
        )}
      </div>
      <Button type="submit" variant="primary" wide busy={isLoading}>
        {isLoading ? 'Submitting…' : 'Submit ticket'}
      </Button>
    </form>
  )
}
