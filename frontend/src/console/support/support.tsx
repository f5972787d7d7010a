import type { TicketView } from '@kla/proto/web'
import { toQuery } from '../kit/filters/filters.js'
import { useListState } from '../kit/filters/use-list-state.js'
import { ListScreen } from '../kit/list-screen/list-screen.js'
import { useMay } from '../session/use-may.js'
import { COLUMNS } from './columns.js'
import { FIELDS, NO_FILTERS } from './filter-fields.js'
import { PriorityPill, ResolvedPill } from './pills.js'
import { useTicketsQuery } from './support-api.js'
import { TicketForm } from './ticket-form.js'
import { TicketSubject } from './ticket-subject.js'
import { useEdits } from './use-edits.js'

const NONE: readonly TicketView[] = []

const WORDS = {
  title: 'Support Tickets',
  entries: 'Tickets',
  failed: 'Failed to load support tickets.',
  empty: 'No tickets found.',
  elsewhere: 'This ticket is not on the page that the list shows.',
}

/** What players ask for help with, and the answers to it. */
export default function Support() {
  const answers = useMay()('tickets.answer')
  const list = useListState(NO_FILTERS)
  const query = useTicketsQuery({ ...toQuery(list.filters), page: list.page, pageSize: list.pageSize })
  const edits = useEdits()

  return (
    <ListScreen
      words={WORDS}
      list={list}
      query={query}
      rows={query.data?.results ?? NONE}
      total={query.data?.total}
      fields={FIELDS}
      columns={COLUMNS}
      idOf={({ id }) => id}
      nameOf={({ id }) => `ticket ${id}`}
      opened={{
        title: (id) => `Ticket #${id}`,
        pills: (ticket) => (
          <>
            <PriorityPill ticket={ticket} /> <ResolvedPill ticket={ticket} />
          </>
        ),
        subject: (ticket) => <TicketSubject ticket={ticket} />,
        actions: (ticket) =>
          answers && (
            <TicketForm
              key={ticket.id}
              ticket={ticket}
              edits={edits.of(ticket.id)}
              onEdit={(part) => edits.change(ticket.id, part)}
              onSaved={() => edits.forget(ticket.id)}
            />
          ),
      }}
    />
  )
}
