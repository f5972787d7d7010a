import { Link } from 'react-router'
import type { TicketView } from '@kla/proto/web'
import { Facts } from '../kit/text/facts.js'
import { Section } from '../kit/text/section.js'
import { When } from '../kit/text/when.js'
import { useMay } from '../session/use-may.js'
import { Person } from '../subjects/person.js'
import { TicketEntries } from './ticket-entries.js'
import styles from './support.module.css'

/** What somebody wrote to us, and everything that was written to it since. */
export const TicketSubject = ({ ticket }: { ticket: TicketView }) => (
  <>
    <Section title="Subject">
      <p className={styles.subject}>{ticket.subject}</p>
    </Section>
    <Section title="Message">
      <p className={styles.text}>{ticket.message}</p>
    </Section>
    <Facts facts={factsOf(ticket)} />
    <Section title="Answers and notes">
      {ticket.entries.length > 0 ? (
        <TicketEntries entries={ticket.entries} />
      ) : (
        <p className={styles.muted}>Nobody has answered yet.</p>
      )}
    </Section>
  </>
)

const factsOf = (ticket: TicketView) =>
  [
    ['User', <Author key="user" ticket={ticket} />],
    ['Created', <When key="created" at={ticket.created_at} />],
    ['E-mail', ticket.user_email ?? '-'],
    ['Receipt e-mail', ticket.related_stripe_email ?? '-'],
    ['Room', ticket.related_room_id ?? '-'],
  ] as const

/** Who wrote it, and the way to more about them for who may read that. */
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
