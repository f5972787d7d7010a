import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { TICKET_CATEGORIES, TICKET_PRIORITIES, type TicketCategory, type TicketPriority } from '@kla/proto/web'
import { useClientConfig } from '../../shared/api/client-config.js'
import { errorText } from '../../shared/api/errors.js'
import { SUPPORT_ANCHOR } from '../../shared/config/paths.js'
import { dayWords } from '../../shared/time/when-words.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { SelectField, TextArea, TextField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import {
  orNull, type OwnTicket, TICKET_FAILED, TICKET_LIMITS, type TicketDraft, ticketProblem, ticketSent, useOpenTicketMutation,
  useOwnTicketsQuery,
} from './tickets.js'
import styles from './support.module.css'

export function SupportPanel() {
  const [writing, setWriting] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const { data: tickets, isError, isFetching, refetch } = useOwnTicketsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const sendsMail = useClientConfig()?.sendsMail ?? false
  const anchor = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${SUPPORT_ANCHOR}`) anchor.current?.scrollIntoView()
  }, [hash])
  const write = () => {
    setSent(null)
    setWriting(true)
  }
  return (
    <div ref={anchor} id={SUPPORT_ANCHOR} className={styles.anchor}>
      <Panel title="Support" aside={<Button onClick={write}>Contact Support</Button>}>
        <div role="status" className={styles.sent}>
          {sent !== null && ticketSent(sent, sendsMail)}
        </div>
        {!tickets && !isError && <Skeleton height="5rem" />}
        {!tickets && isError && (
          <EmptyState
            icon="offline"
            title="Your tickets could not be loaded"
            action={
              <Button busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        )}
        {tickets?.length === 0 && <p className={styles.none}>You have no tickets. Answers to them appear here.</p>}
        {tickets && tickets.length > 0 && (
          <ul className={styles.tickets} aria-label="Tickets">
            {tickets.map((ticket) => (
              <TicketEntry key={ticket.id} ticket={ticket} />
            ))}
          </ul>
        )}
      </Panel>
      <Dialog title="Contact Support" open={writing} onClose={() => setWriting(false)}>
        <TicketForm
          onSent={(ticketId) => {
            setSent(ticketId)
            setWriting(false)
          }}
        />
      </Dialog>
    </div>
  )
}

const EMPTY: TicketDraft = { subject: '', message: '', email: '', roomId: '' }
const ownNames = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }))

function TicketForm({ onSent }: { onSent: (ticketId: number) => void }) {
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

const TicketEntry = ({ ticket }: { ticket: OwnTicket }) => (
  <li className={styles.ticket}>
    <div className={styles.head}>
      <strong className={styles.subject}>{ticket.subject}</strong>
      <span className={styles.status} data-resolved={ticket.resolved || undefined}>
        {ticket.resolved ? 'Resolved' : 'Open'}
      </span>
    </div>
    <p className={styles.facts}>
      #{ticket.id} · {ticket.category} · {dayWords(ticket.created_at)}
    </p>
    <p className={styles.words}>{ticket.message}</p>
    {ticket.answers.map((answer) => (
      <div key={answer.at} className={styles.answer}>
        <p className={styles.facts}>Support, {dayWords(answer.at)}</p>
        <p className={styles.words}>{answer.text}</p>
      </div>
    ))}
  </li>
)
