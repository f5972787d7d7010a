import { TICKET_MESSAGE_SHOWN, TICKET_SUBJECT_SHOWN, type TicketView } from '@kla/proto/web'
import type { Column } from '../kit/table/columns.js'
import { When } from '../kit/text/when.js'
import { Person } from '../subjects/person.js'
import { PriorityPill, ResolvedPill } from './pills.js'
import { truncated } from './truncated.js'
import styles from './support.module.css'

export const COLUMNS: readonly Column<TicketView>[] = [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} />, spare: true },
  { title: 'User', cell: ({ user_id, user_name }) => <Person id={user_id} name={user_name} />, spare: true },
  {
    title: 'Subject',
    cell: ({ subject }) => <p className={styles.subjectCell}>{truncated(subject, TICKET_SUBJECT_SHOWN)}</p>,
  },
  { title: 'Message', cell: ({ message }) => truncated(message, TICKET_MESSAGE_SHOWN), text: true, spare: true },
  { title: 'Category', cell: ({ category }) => category },
  { title: 'Priority', cell: (ticket) => <PriorityPill ticket={ticket} /> },
  { title: 'Resolved', cell: (ticket) => <ResolvedPill ticket={ticket} /> },
]
