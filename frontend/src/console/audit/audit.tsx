import { useCallback } from 'react'
import type { AuditEntryView } from '@kla/proto/web'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { FilterBar } from '../kit/filters/filter-bar.js'
import { useListState } from '../kit/filters/use-list-state.js'
import { ListBody } from '../kit/states/list-body.js'
import { useToldFailure } from '../kit/states/use-told-failure.js'
import { DataTable } from '../kit/table/data-table.js'
import { Workbench } from '../kit/workbench/workbench.js'
import { useAuditQuery } from './audit-api.js'
import { auditQuery, NO_FILTERS } from './audit-query.js'
import { COLUMNS } from './columns.js'
import { EntryActions } from './entry-actions.js'
import { EntrySubject } from './entry-subject.js'
import { FIELDS } from './filter-fields.js'
import { KeysetPager } from './keyset-pager.js'
import { older } from './trail.js'
import { Verify } from './verify.js'

const NONE: readonly AuditEntryView[] = []
const FAILED = 'Failed to load the audit log.'

/** What administrators read and changed, newest first, and whether that still is what was written down. */
export default function Audit() {
  useTitle('Audit')
  const list = useListState(NO_FILTERS)
  const query = useAuditQuery({ ...auditQuery(list.filters), limit: list.pageSize })
  useToldFailure(query.error, FAILED)
  const rows = query.data?.entries ?? NONE
  const { open, openEntry, applyFilters } = list
  const { trail } = list.filters
  const entry = rows.find(({ seq }) => seq === open)
  const close = useCallback(() => openEntry(null), [openEntry])

  return (
    <Workbench
      title="Audit"
      list={
        <>
          <FilterBar
            fields={FIELDS}
            filters={list.filters}
            busy={query.isFetching}
            onApply={(filters) => applyFilters({ ...filters, trail: '' })}
            onRefresh={() => void query.refetch()}
          />
          <Verify onOpen={(seq) => applyFilters({ ...NO_FILTERS, trail: older('', seq + 1) })} />
          <ListBody query={query} failed={FAILED} empty={rows.length === 0 ? 'No entries found.' : null}>
            <DataTable
              label="Entries"
              columns={COLUMNS}
              rows={rows}
              idOf={({ seq }) => seq}
              nameOf={({ seq }) => `entry ${seq}`}
              open={open}
              onOpen={openEntry}
              stale={query.isFetching}
            />
          </ListBody>
          <KeysetPager
            trail={trail}
            next={query.data?.next}
            pageSize={list.pageSize}
            onTrail={(changed) => applyFilters({ ...list.filters, trail: changed })}
            onPageSize={list.changePageSize}
          />
        </>
      }
      opened={
        open === null
          ? null
          : {
              id: open,
              title: `Entry #${open}`,
              subject: (
                <ListBody query={query} failed={FAILED} empty={null}>
                  {entry ? (
                    <EntrySubject entry={entry} />
                  ) : (
                    <EmptyState icon="search" title="This entry is not on the page that the list shows." />
                  )}
                </ListBody>
              ),
              actions: entry && <EntryActions entry={entry} onFilter={applyFilters} />,
            }
      }
      onClose={close}
    />
  )
}
