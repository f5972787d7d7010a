import type { TicketView } from '@kla/proto/web'
import { Link } from 'react-router'
import { diagnosticsLines } from '../../shared/rtc/adaptation/words.js'
import { useRoughNow } from '../../shared/time/now.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import { When } from '../kit/moments.js'
import { EmailAddress, Facts, Pill, Section } from '../kit/text.js'
import styles from './support.module.css'
import { ENTRY_WORDS, type TicketEntry } from './words.js'

export const TicketSubject = ({ ticket }: { ticket: TicketView }) => (
  <>
    <Section title="Subject">
      <p className={styles.subject}>{ticket.subject}</p>
    </Section>
    <Section title="Message">
      <p className={styles.text}>{ticket.message}</p>
    </Section>
    <Facts facts={eventsOf(ticket)} />
    {ticket.diagnostics && (
      <Section title="Connection in the last battle">
        <ul className={styles.text}>
          {diagnosticsLines(ticket.diagnostics).map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      </Section>
    )}
    <Section title="Answers and notes">
      {ticket.entries.length > 0 ? (
        <TicketEntries entries={ticket.entries} />
      ) : (
        <p className={styles.muted}>No one has answered yet.</p>
      )}
    </Section>
  </>
)

const eventsOf = (ticket: TicketView) =>
  [
    ['User', <Author key="user" ticket={ticket} />],
    ['Created', <When key="created" at={ticket.created_at} />],
    ['E-mail', <EmailAddress key="email">{ticket.user_email}</EmailAddress>],
    ['Receipt e-mail', <EmailAddress key="receipt">{ticket.related_stripe_email}</EmailAddress>],
    ['Room', ticket.related_room_id ?? '-'],
    ['Order', ticket.related_order_id ?? '-'],
    [
      'Battle',
      ticket.related_battle_id === null ? (
        '-'
      ) : (
        <AboutBattle key="battle" author={ticket.user_id} battle={ticket.related_battle_id} />
      ),
    ],
    ['First answer', <FirstAnswer key="first" ticket={ticket} />],
  ] as const

/** Links the player's page, where the battle is marked among the newest. */
function AboutBattle({ author, battle }: { author: number; battle: string }) {
  const may = useMay()
  if (!may('reports.read')) return battle
  return <Link to={`/person/${author}?battle=${encodeURIComponent(battle)}`}>{battle}</Link>
}

function FirstAnswer({ ticket: { first_reply_at, first_reply_due, state } }: { ticket: TicketView }) {
  const now = useRoughNow()
  if (first_reply_at !== null) return <When at={first_reply_at} />
  if (state === 'resolved') return 'None'
  const late = Date.parse(first_reply_due) < now
  return (
    <span className={late ? styles.late : undefined}>
      {late ? 'Overdue since ' : 'Due by '}
      <When end at={first_reply_due} />
    </span>
  )
}

function Author({ ticket: { user_id, user_name } }: { ticket: TicketView }) {
  const may = useMay()
  const person = <Person id={user_id} name={user_name} />
  if (!may('members.read')) return person
  return (
    <Link className={styles.author} to={`/membersandguilddata?q=${user_id}&open=${user_id}`}>
      {person}
    </Link>
  )
}

const TicketEntries = ({ entries }: { entries: readonly TicketEntry[] }) => (
  <ol className={styles.entries}>
    {entries.map(({ kind, text, by, at }, index) => (
      <li key={index} className={styles.entry}>
        <p className={styles.head}>
          <Pill tone={kind === 'answer' ? 'blue' : 'plain'}>{ENTRY_WORDS[kind]}</Pill> {by} <When at={at} />
        </p>
        <p className={styles.text}>{text}</p>
      </li>
    ))}
  </ol>
)
