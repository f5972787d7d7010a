import { type LinkDiagnostics, TICKET_CATEGORIES, TICKET_PRIORITIES } from '@kla/proto/web'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import { useClientConfig } from '../../shared/api/client-config.js'
import { errorText } from '../../shared/api/errors.js'
import { PATHS } from '../../shared/config/paths.js'
import { savedDiagnostics } from '../../shared/rtc/adaptation/saved-diagnostics.js'
import { diagnosticsLines } from '../../shared/rtc/adaptation/words.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { Checkbox, SelectField, TextArea, TextField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { SUPPORT, TICKET_CATEGORY, TICKET_FORM, TICKET_PRIORITY } from '../../texts/settings.js'
import { Loaded } from './loaded.js'
import styles from './support.module.css'
import {
  EMPTY_DRAFT,
  type OwnTicket,
  TICKET_LIMITS,
  type TicketDraft,
  ticketProblem,
  ticketSent,
  toSubmission,
  useOpenTicketMutation,
  useOwnTicketsQuery,
} from './tickets.js'

export function SupportPanel() {
  const [writing, setWriting] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  // Kept here, so that closing the dialog loses nothing.
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const query = useOwnTicketsQuery(undefined, { refetchOnMountOrArgChange: true })
  const sendsMail = useClientConfig()?.sendsMail ?? false
  const write = () => {
    setSent(null)
    setWriting(true)
  }
  return (
    <Panel title={SUPPORT.title} aside={<Button onClick={write}>{SUPPORT.contact}</Button>}>
      <div role="status" className={styles.sent}>
        {sent !== null && ticketSent(sent, sendsMail)}
      </div>
      <Loaded query={query} texts={SUPPORT} height="5rem">
        {(tickets) => (tickets.length === 0 ? <NoTickets /> : <TicketList tickets={tickets} />)}
      </Loaded>
      <Dialog title={SUPPORT.contact} open={writing} onClose={() => setWriting(false)}>
        <TicketForm
          draft={draft}
          onDraft={setDraft}
          onSent={(ticketId) => {
            setSent(ticketId)
            setDraft(EMPTY_DRAFT)
            setWriting(false)
          }}
        />
      </Dialog>
    </Panel>
  )
}

const NoTickets = () => <p className={styles.none}>{SUPPORT.none}</p>

const TicketList = ({ tickets }: { tickets: readonly OwnTicket[] }) => (
  <ul className={styles.tickets} aria-label={SUPPORT.listLabel}>
    {tickets.map((ticket) => (
      <TicketEntry key={ticket.id} ticket={ticket} />
    ))}
  </ul>
)

export const LegalLinks = () => (
  <ul className={styles.links}>
    <li>
      <Link to={PATHS.terms}>{SUPPORT.terms}</Link>
    </li>
    <li>
      <Link to={PATHS.privacy}>{SUPPORT.privacy}</Link>
    </li>
  </ul>
)

const CATEGORIES = TICKET_CATEGORIES.map((value) => ({ value, label: TICKET_CATEGORY[value] }))
const PRIORITIES = TICKET_PRIORITIES.map((value) => ({ value, label: TICKET_PRIORITY[value] }))

interface TicketFormProps {
  draft: TicketDraft
  onDraft: (draft: TicketDraft) => void
  onSent: (ticketId: number) => void
}

function TicketForm({ draft, onDraft, onSent }: TicketFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [open, { isLoading }] = useOpenTicketMutation()
  const [diagnostics] = useState(savedDiagnostics)
  const change = (part: Partial<TicketDraft>) => onDraft({ ...draft, ...part })

  const submit = async () => {
    const missing = ticketProblem(draft)
    setProblem(missing)
    if (missing !== null) return
    const answer = await open(toSubmission(draft, diagnostics))
    if (answer.data) onSent(answer.data.ticketId)
    else setProblem(errorText(answer.error, TICKET_FORM.failed))
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
        label={TICKET_FORM.subject}
        required
        data-autofocus=""
        maxLength={TICKET_LIMITS.subject}
        value={draft.subject}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <div className={styles.pair}>
        <SelectField
          label={TICKET_FORM.category}
          options={CATEGORIES}
          value={draft.category}
          onChange={(category) => change({ category })}
        />
        <SelectField
          label={TICKET_FORM.priority}
          options={PRIORITIES}
          value={draft.priority}
          onChange={(priority) => change({ priority })}
        />
      </div>
      <TextArea
        label={TICKET_FORM.message}
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
          label={TICKET_FORM.receiptEmail}
          maxLength={320}
          value={draft.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <TextField
          label={TICKET_FORM.roomId}
          maxLength={64}
          value={draft.roomId}
          onChange={(event) => change({ roomId: event.target.value })}
        />
      </div>
      {diagnostics && (
        <Attachment
          diagnostics={diagnostics}
          checked={draft.attaches}
          onChange={(event) => change({ attaches: event.target.checked })}
        />
      )}
      <div role="alert" className={styles.problem}>
        {problem !== null && (
          <>
            <Icon name="alert" /> {problem}
          </>
        )}
      </div>
      <Button type="submit" variant="primary" wide busy={isLoading}>
        {isLoading ? TICKET_FORM.submitting : TICKET_FORM.submit}
      </Button>
    </form>
  )
}

interface AttachmentProps extends ComponentProps<'input'> {
  diagnostics: LinkDiagnostics
}

const Attachment = ({ diagnostics, ...box }: AttachmentProps) => (
  <div>
    <Checkbox {...box}>{TICKET_FORM.attach}</Checkbox>
    {box.checked && (
      <ul className={styles.attached} aria-label={TICKET_FORM.attached}>
        {diagnosticsLines(diagnostics).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        <li>{TICKET_FORM.notAttached}</li>
      </ul>
    )}
  </div>
)

const TicketEntry = ({ ticket }: { ticket: OwnTicket }) => (
  <li className={styles.ticket}>
    <div className={styles.head}>
      <strong className={styles.subject}>{ticket.subject}</strong>
      <span className={styles.status} data-resolved={ticket.resolved || undefined}>
        {ticket.resolved ? SUPPORT.resolved : SUPPORT.open}
      </span>
    </div>
    <p className={styles.facts}>
      {SUPPORT.facts({
        id: ticket.id,
        category: TICKET_CATEGORY[ticket.category],
        when: () => <RelativeTime at={ticket.created_at} />,
      })}
    </p>
    <p className={styles.words}>{ticket.message}</p>
    {ticket.answers.map((answer) => (
      <div key={answer.at} className={styles.answer}>
        <p className={styles.facts}>{SUPPORT.answered({ when: () => <RelativeTime at={answer.at} /> })}</p>
        <p className={styles.words}>{answer.text}</p>
      </div>
    ))}
  </li>
)
