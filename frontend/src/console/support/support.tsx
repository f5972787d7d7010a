import {
  SEARCH_MAX,
  TICKET_CATEGORIES,
  TICKET_MESSAGE_SHOWN,
  TICKET_PRIORITIES,
  TICKET_SUBJECT_SHOWN,
  type TicketView,
} from '@kla/proto/web'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import type { Column } from '../kit/data-table.js'
import type { FilterField } from '../kit/filter-bar.js'
import { ListScreen } from '../kit/list-screen.js'
import { pageQuery, toQuery, useListState } from '../kit/list-state.js'
import { Pill } from '../kit/text.js'
import { useTicketsQuery } from './api.js'
import styles from './support.module.css'
import { TicketForm } from './ticket-form.js'
import { TicketSubject } from './ticket-subject.js'
import { nextOpen, PRIORITY_TONES, STATE_TONES, STATE_WORDS, truncated } from './words.js'

const NONE: readonly TicketView[] = []

const WORDS = {
  title: 'Support Tickets',
  entries: 'Tickets',
  failed: 'Failed to load support tickets.',
  empty: 'No tickets found.',
  elsewhere: "This ticket isn't on this page of the list.",
}

export default function Support() {
  const answers = useMay()('tickets.answer')
  const list = useListState(NO_FILTERS)
  const query = useTicketsQuery({ ...toQuery(list.filters), sort: 'due', ...pageQuery(list) })
  const rows = query.data?.results ?? NONE
  const nextOf = (id: number) => {
    const next = nextOpen(rows, id)
    return next ? () => list.openEntry(next.id) : null
  }

  return (
    <ListScreen
      words={WORDS}
      list={list}
      query={query}
      rows={rows}
      total={query.data?.total}
      cursors={{ trail: list.trail, next: query.currentData?.next, onPlace: list.goTo }}
      fields={FIELDS}
      columns={COLUMNS}
      extra={<DownloadCsv list="admin/support_tickets" filters={{ ...toQuery(list.filters), sort: 'due' }} />}
      idOf={({ id }) => id}
      nameOf={({ id }) => `ticket ${id}`}
      opened={{
        title: (id) => `Ticket #${id}`,
        pills: (ticket) => (
          <>
            <PriorityPill ticket={ticket} /> <StatePill ticket={ticket} />
          </>
        ),
        subject: (ticket) => <TicketSubject ticket={ticket} />,
        actions: (ticket) => answers && <TicketForm key={ticket.id} ticket={ticket} onNext={nextOf(ticket.id)} />,
      }}
    />
  )
}

export const NO_FILTERS = { q: '', resolved: '', mine: '', category: '', priority: '' }

const ALL = { value: '', label: 'All' }
const asOption = (value: string) => ({ value, label: value })

export const FIELDS = [
  { name: 'q', label: 'Search', maxLength: SEARCH_MAX },
  {
    name: 'resolved',
    label: 'Resolved',
    options: [ALL, { value: '0', label: 'Unresolved' }, { value: '1', label: 'Resolved' }],
  },
  {
    name: 'mine',
    label: 'Assigned',
    options: [ALL, { value: '1', label: 'To me' }],
  },
  { name: 'category', label: 'Category', options: [ALL, ...TICKET_CATEGORIES.map(asOption)] },
  { name: 'priority', label: 'Priority', options: [ALL, ...TICKET_PRIORITIES.map(asOption)] },
] as const satisfies readonly FilterField<keyof typeof NO_FILTERS>[]

export const COLUMNS: readonly Column<TicketView>[] = [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Age', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  { title: 'User', cell: ({ user_id, user_name }) => <Person id={user_id} name={user_name} />, spare: true },
  {
    title: 'Subject',
    cell: ({ subject }) => <p className={styles.subjectCell}>{truncated(subject, TICKET_SUBJECT_SHOWN)}</p>,
  },
  { title: 'Message', cell: ({ message }) => truncated(message, TICKET_MESSAGE_SHOWN), text: true, spare: true },
  { title: 'Category', cell: ({ category }) => category },
  { title: 'Priority', cell: (ticket) => <PriorityPill ticket={ticket} /> },
  { title: 'State', cell: (ticket) => <StatePill ticket={ticket} /> },
  { title: 'Assigned', cell: ({ assignee }) => assignee ?? '-', spare: true },
]

const PriorityPill = ({ ticket }: { ticket: TicketView }) => (
  <Pill tone={PRIORITY_TONES[ticket.priority]}>{ticket.priority}</Pill>
)

const StatePill = ({ ticket }: { ticket: TicketView }) => (
  <Pill tone={STATE_TONES[ticket.state]}>{STATE_WORDS[ticket.state]}</Pill>
)
