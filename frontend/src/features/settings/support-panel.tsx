import { type LinkDiagnostics, TICKET_CATEGORIES, TICKET_PRIORITIES } from '@kla/proto/web'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import { useDraft } from '../../entities/drafts/drafts.js'
import { useOrdersQuery } from '../../entities/shop/shop.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { errorText } from '../../shared/api/errors.js'
import { useAttempts } from '../../shared/browser/attempts.js'
import { PATHS } from '../../shared/config/paths.js'
import { formatMoney } from '../../shared/format.js'
import { savedDiagnostics } from '../../shared/rtc/adaptation/saved-diagnostics.js'
import { diagnosticsLines } from '../../shared/rtc/adaptation/words.js'
import { dayWords, whenWords } from '../../shared/time/when-words.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { Checkbox, SelectField, TextArea, TextField } from '../../shared/ui/fields.js'
import { Icon } from '../../shared/ui/icon.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { MODE_NAMES } from '../../texts/game.js'
import { SUPPORT, TICKET_CATEGORY, TICKET_FORM, TICKET_PRIORITY } from '../../texts/settings.js'
import entries from './entries.module.css'
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
  useOwnBattlesQuery,
  useOwnTicketsQuery,
  useReplyToTicketMutation,
} from './tickets.js'
import { WritingForm } from './writing-form.js'

export function SupportPanel() {
  const [writing, setWriting] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  // Kept here, so that closing the dialog loses nothing.
  const [draft, setDraft, forget] = useDraft('ticket', EMPTY_DRAFT)
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
            forget(draft)
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
  const change = (part: Partial<TicketDraft>) => {
    setProblem(null)
    onDraft({ ...draft, ...part })
  }

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
      <OrderChoice value={draft.orderId} onChange={(orderId) => change({ orderId })} />
      <BattleChoice value={draft.battleId} onChange={(battleId) => change({ battleId })} />
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

interface ChoiceProps {
  value: string
  onChange: (id: string) => void
}

/** Appears only to players who have bought something. */
function OrderChoice({ value, onChange }: ChoiceProps) {
  const { data: orders = [] } = useOrdersQuery()
  if (orders.length === 0) return null
  const options = orders.map(({ id, created_at, total_cents }) => ({
    value: id,
    label: TICKET_FORM.orderOf({ day: dayWords(created_at), total: formatMoney(total_cents) }),
  }))
  return (
    <SelectField
      label={TICKET_FORM.order}
      options={[{ value: '', label: TICKET_FORM.noOrder }, ...options]}
      value={value}
      onChange={onChange}
    />
  )
}

/** Appears only to players who have played lately. */
function BattleChoice({ value, onChange }: ChoiceProps) {
  const { data: battles = [] } = useOwnBattlesQuery(undefined, { refetchOnMountOrArgChange: true })
  if (battles.length === 0) return null
  const options = battles.map(({ id, mode, ended_at }) => ({
    value: id,
    label: TICKET_FORM.battleOf({ mode: MODE_NAMES[mode], when: whenWords(ended_at) }),
  }))
  return (
    <SelectField
      label={TICKET_FORM.battle}
      options={[{ value: '', label: TICKET_FORM.noBattle }, ...options]}
      value={value}
      onChange={onChange}
    />
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
    <div className={entries.head}>
      <strong className={styles.subject}>{ticket.subject}</strong>
      <span className={entries.status} data-over={ticket.resolved || undefined}>
        {TICKET_STATE[ticket.state]}
      </span>
    </div>
    <p className={entries.facts}>
      {SUPPORT.facts({
        id: ticket.id,
        category: TICKET_CATEGORY[ticket.category],
        when: () => <RelativeTime at={ticket.created_at} />,
      })}
    </p>
    <p className={entries.words}>{ticket.message}</p>
    {ticket.thread.map(({ by, text, at }, index) => (
      <div key={index} className={styles.answer}>
        <p className={entries.facts}>{SAID[by]({ when: () => <RelativeTime at={at} /> })}</p>
        <p className={entries.words}>{text}</p>
      </div>
    ))}
    {ticket.answers.length > 0 && <Reply ticket={ticket.id} />}
  </li>
)

const SAID = { support: SUPPORT.answered, player: SUPPORT.replied } as const
const TICKET_STATE = { open: SUPPORT.open, waiting: SUPPORT.waiting, resolved: SUPPORT.resolved } as const

function Reply({ ticket }: { ticket: number }) {
  const attempts = useAttempts()
  const [reply, { isLoading, error }] = useReplyToTicketMutation()
  const send = async (text: string) => {
    const { error: failed } = await reply({ ticket, id: attempts.idOf(text), text })
    if (failed) return false
    attempts.done()
    return true
  }
  return (
    <WritingForm
      place={`ticket ${ticket}`}
      texts={REPLY}
      rows={4}
      maxLength={TICKET_LIMITS.message}
      busy={isLoading}
      error={error}
      onSend={send}
    />
  )
}

const REPLY = {
  open: SUPPORT.reply,
  label: SUPPORT.yourReply,
  send: SUPPORT.sendReply,
  cancel: SUPPORT.cancelReply,
  failed: SUPPORT.replyFailed,
}
