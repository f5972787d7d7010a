import type { OwnTicket } from './tickets.js'
import { dayWords } from '../../../shared/time/when-words.js'
import styles from './support.module.css'

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
