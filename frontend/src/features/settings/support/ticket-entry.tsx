import type { OwnTicket } from '../../../lib/api/tickets.js'
import styles from './support.module.css'

const day = (iso: string): string => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso))

/** One ticket, with what support has answered. */
export const TicketEntry = ({ ticket }: { ticket: OwnTicket }) => (
  <li className={styles.ticket}>
    <div className={styles.head}>
      <strong className={styles.subject}>{ticket.subject}</strong>
      <span className={styles.status} data-resolved={ticket.resolved || undefined}>
        {ticket.resolved ? 'Resolved' : 'Open'}
      </span>
    </div>
    <p className={styles.facts}>
      #{ticket.id} · {ticket.category} · {day(ticket.created_at)}
    </p>
    <p className={styles.words}>{ticket.message}</p>
    {ticket.answers.map((answer) => (
      <div key={answer.at} className={styles.answer}>
        <p className={styles.facts}>Support, {day(answer.at)}</p>
        <p className={styles.words}>{answer.text}</p>
      </div>
    ))}
  </li>
)
