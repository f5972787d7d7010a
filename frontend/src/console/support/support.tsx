import { useCallback } from 'react'
import type { TicketView } from '@kla/proto/web'
import { EmptyState } from '../../components/ui/empty-state.js'
import { useTitle } from '../../lib/navigation/use-title.js'
import { FilterBar } from '../kit/filters/filter-bar.js'
import { toQuery } from '../kit/filters/filters.js'
import { useListState } from '../kit/filters/use-list-state.js'
import { Pager } from '../kit/pager/pager.js'
import { ListBody } from '../kit/states/list-body.js'
import { useToldFailure } from '../kit/states/use-told-failure.js'
import { DataTable } from '../kit/table/data-table.js'
import { Workbench } from '../kit/workbench/workbench.js'
import { useMay } from '../session/use-may.js'
import { COLUMNS } from './columns.js'
import { FIELDS, NO_FILTERS } from './filter-fields.js'
import { PriorityPill, ResolvedPill } from './pills.js'
import { useTicketsQuery } from './support-api.js'
import { TicketForm } from './ticket-form.js'
import { TicketSubject } from './ticket-subject.js'
import { useEdits } from './use-edits.js'

const NONE: readonly TicketView[] = []
const FAILED = 'Failed to load support tickets.'

/** What players ask for help with, and the answers to it. */
export default function Support() {
  useTitle('Support Tickets')
  const may = useMay()
  const list = useListState(NO_FILTERS)
  const query = useTicketsQuery({ ...toQuery(list.filters), page: list.page, pageSize: list.pageSize })
  useToldFailure(query.error, FAILED)
  const rows = query.data?.results ?? NONE
  const { open, openEntry } = list
  const edits = useEdits()
  const ticket = rows.find(({ id }) => id === open)
  const close = useCallback(() => openEntry(null), [openEntry])

  return (
    <Workbench
      title="Support Tickets"
      list={
        <>
          <FilterBar
            fields={FIELDS}
            filters={list.filters}
            busy={query.isFetching}
            onApply={list.applyFilters}
            onRefresh={() => void query.refetch()}
          />
          <ListBody query={query} failed={FAILED} empty={rows.length === 0 ? 'No tickets found.' : null}>
            <DataTable
              label="Tickets"
              columns={COLUMNS}
              rows={rows}
              idOf={({ id }) => id}
              nameOf={({ id }) => `ticket ${id}`}
              open={open}
              onOpen={openEntry}
              stale={query.isFetching}
            />
          </ListBody>
          <Pager
            page={list.page}
            pageSize={list.pageSize}
            total={query.data?.total}
            onPage={list.goToPage}
            onPageSize={list.changePageSize}
          />
        </>
      }
      opened={
        open === null
          ? null
          : {
              id: open,
              title: `Ticket #${open}`,
              aside: ticket && (
                <>
                  <PriorityPill ticket={ticket} /> <ResolvedPill ticket={ticket} />
                </>
              ),
              subject: (
                <ListBody query={query} failed={FAILED} empty={null}>
                  {ticket ? (
                    <TicketSubject ticket={ticket} />
                  ) : (
                    <EmptyState icon="search" title="This ticket is not on the page that the list shows." />
                  )}
                </ListBody>
              ),
              actions: ticket && may('tickets.answer') && (
                <TicketForm
                  key={ticket.id}
                  ticket={ticket}
                  edits={edits.of(ticket.id)}
                  onEdit={(part) => edits.change(ticket.id, part)}
                  onSaved={() => edits.forget(ticket.id)}
                />
              ),
            }
      }
      onClose={close}
    />
  )
}
